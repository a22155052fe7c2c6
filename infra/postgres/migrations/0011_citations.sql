-- The index of citations: what each text is filed under, and what it cites. Part of the read models: by generation, derived from
-- the log, dropped and rebuilt. What stands at the other end of an edge is joined when it is read, so that a text which
-- arrives later changes no row of another one.

-- One row a text that was written, with the version of its stream: an older one is refused.
create table citation_texts (
  generation integer not null,
  article_id uuid not null,
  stream_version integer not null check (stream_version > 0),
  primary key (generation, article_id)
);

create table citation_names (
  generation integer not null,
  article_id uuid not null,
  ordinal integer not null check (ordinal >= 0),
  -- The normal form of the citations that mean this text.
  name text not null,
  -- What a negative answer is measured against: work:code-civil, court:fr.ccass.
  scope text not null,
  jurisdiction text,
  version text not null,
  -- Both inclusive; null is open.
  valid_from date,
  valid_to date,
  -- Day of a decision.
  day date,
  is_current boolean not null,
  primary key (generation, article_id, ordinal)
);
create index citation_names_by_name on citation_names (generation, name);
create index citation_names_by_scope on citation_names (generation, scope);

create table citation_edges (
  generation integer not null,
  article_id uuid not null,
  ordinal integer not null check (ordinal >= 0),
  version text not null,
  -- UTF-16 units of the text of that version.
  span_start integer not null check (span_start >= 0),
  span_end integer not null check (span_end > span_start),
  kind text not null,
  confidence text not null,
  normal text not null,
  jurisdiction text,
  -- More than one for a range.
  names text[] not null,
  primary key (generation, article_id, ordinal)
);
create index citation_edges_by_name on citation_edges using gin (names);
