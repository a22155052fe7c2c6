-- Where a text is found by browsing: a decision by court and year, a provision by work and number. Part of the read models: by
-- generation, derived from the log, dropped and rebuilt.

-- One row a text that was written, with its revision: an older one is refused. A text without a place has nulls.
create table places (
  generation integer not null,
  article_id uuid not null,
  stream_version integer not null check (stream_version > 0),
  -- Of a decision: code of the court, year (0: no day is known) and day.
  court text,
  year integer check (year >= 0),
  day date,
  -- Of a provision: id of the work, its name and country, the headings above it, and a key that sorts its number.
  work text,
  work_name text,
  jurisdiction text,
  section text[],
  number_key text collate "C",
  slug text collate "C",
  -- What a list shows, as JSON.
  head text,
  primary key (generation, article_id)
);
create index places_by_court on places (generation, court, year, day desc, slug) where court is not null;
create index places_by_work on places (generation, work, number_key, slug) where work is not null;
