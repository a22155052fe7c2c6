-- What became of texts and concepts after they were public (contracts/conventions/changes.md). Part of the read models: by
-- generation, derived from the log, dropped and rebuilt.

-- Of the events of a text, what changes are derived from. A row never changes.
create table text_facts (
  generation integer not null,
  article_id uuid not null,
  position bigint not null check (position > 0),
  -- By which publishers refer to the wording, and `slug:` with its slug.
  names text[] not null,
  fact json not null,
  primary key (generation, article_id, position)
);
create index text_facts_by_name on text_facts using gin (names);

-- Each change once. `subject`: the text or concept, and the headnote, by code unit, since digests read in this order.
create table changes (
  generation integer not null,
  position bigint not null check (position > 0),
  subject text collate "C" not null,
  type text not null,
  article_id uuid,
  jurisdictions text[] not null,
  change json not null,
  primary key (generation, position, subject)
);
create index changes_by_text on changes (generation, article_id, position) where article_id is not null;

-- The event of a fact of the citator, from which the ids of changes are derived. Null in generations from before.
alter table citator_facts add column event_id uuid;
