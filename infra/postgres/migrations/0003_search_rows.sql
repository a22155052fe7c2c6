-- The durable side of the embedded search index. Indexes in memory are built from these rows and follow them.

-- One row a generation; who writes holds it, so changes of one generation come one after the other.
create table search_positions (
  generation integer primary key check (generation > 0),
  -- Number of the last apply that changed rows. It moves in the transaction of its rows: a reader never sees half of one.
  change bigint not null default 0 check (change >= 0),
  -- What the index knows: everything up to this position of the log.
  position bigint not null default 0 check (position >= 0)
);

-- The last version of each text that was applied, also where it left no document behind.
create table search_texts (
  generation integer not null,
  article_id uuid not null,
  stream_version integer not null check (stream_version >= 0),
  primary key (generation, article_id)
);

create table search_rows (
  generation integer not null,
  -- By code unit, since digests read in this order.
  id text collate "C" not null,
  article_id uuid not null,
  -- The apply that wrote the row last.
  change bigint not null check (change > 0),
  -- The SearchDocument as JSON; null: there was one, and readers have to drop it. text, not json: nothing here looks
  -- inside, and a digest wants back what was written.
  document text,
  primary key (generation, id)
);
create index search_rows_by_change on search_rows (generation, change, id);
create index search_rows_by_article on search_rows (generation, article_id);
