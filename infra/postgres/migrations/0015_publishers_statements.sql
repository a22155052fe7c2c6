-- What publishers say of other texts and of persons, as read models: by generation, derived from the log, dropped and rebuilt.

-- A publisher's statement is about whichever text is filed under one of these names, now or later; then no text is named by id.
alter table citator_facts alter column article_id drop not null;
alter table citator_facts add column target_names text[];
create index citator_facts_by_name on citator_facts using gin (target_names) where target_names is not null;

-- Magistrates and lawyers: identity and office only.
create table persons (
  generation integer not null,
  person_id uuid not null,
  -- Of the person's stream: an older one is refused.
  stream_version integer not null check (stream_version > 0),
  -- The person, as the events say it. text, not json: a digest wants back what was written.
  json text not null,
  -- The name, folded, between blanks: ` jean martin `.
  folded text not null,
  primary key (generation, person_id)
);

-- Decisions in which a person of the bench is named.
create table person_decisions (
  generation integer not null,
  person_id uuid not null,
  article_id uuid not null,
  office text not null,
  day date,
  primary key (generation, person_id, article_id, office)
);
