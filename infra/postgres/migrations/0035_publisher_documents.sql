-- What publishers state, delete and no longer list (contracts/conventions/deletions.md). No facts:
-- what was taken down is in the log. An import of the same files fills the tables again.

-- One row for each document of a publisher: what its lists of deletions name. A text has one; an
-- article of LEGI has one for each wording.
create table publisher_documents (
  publisher text not null,
  document text not null,
  -- Null: deleted before it was ever stated here.
  stream_id text,
  -- What a complete listing is compared with: a base of the DILA, or a kind of ids.
  series text not null,
  -- Path in the publisher's base, without slashes and extension; null: not known.
  path_key text,
  -- The file that stated it last, the import that read it, and the publisher's time of the file.
  file text,
  run text,
  stated_at text,
  gone text check (gone in ('publisher_deletion', 'publisher_absence')),
  gone_list text,
  gone_at text,
  -- The last complete listing that had it, and how many in a row did not.
  listing text,
  absences integer not null default 0 check (absences >= 0),
  absent_since timestamptz,
  primary key (publisher, document)
);
create index publisher_documents_document on publisher_documents (document text_pattern_ops);
create index publisher_documents_path on publisher_documents (path_key text_pattern_ops) where path_key is not null;
create index publisher_documents_stream on publisher_documents (stream_id) where stream_id is not null;
create index publisher_documents_absent on publisher_documents (publisher, series) where absences > 0;

-- One row for each complete listing, counted or not.
create table publisher_listings (
  publisher text not null,
  series text not null,
  listing text not null,
  recorded_at timestamptz not null,
  documents integer not null check (documents >= 0),
  -- Documents of the last counted listing, or held before the first one.
  before integer not null check (before >= 0),
  counted boolean not null,
  primary key (publisher, series, listing)
);
create index publisher_listings_by_time on publisher_listings (publisher, series, recorded_at);

-- Versions that take names out, which propose the erasure of those before them.
create index events_anonymised on events (position)
  where type = 'VersionPublished' and data ->> 'changeClass' = 'anonymisation';
