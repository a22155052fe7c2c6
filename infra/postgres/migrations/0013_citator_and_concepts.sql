-- What the log says besides the texts' own streams: concepts of vocabularies, and the citator's facts. Part of the read models: by
-- generation, derived from the log, dropped and rebuilt.

create table concepts (
  generation integer not null,
  concept_id uuid not null,
  -- Of the concept's stream: an older one is refused.
  stream_version integer not null check (stream_version > 0),
  -- The Concept, as it is shown. text, not json: a digest wants back what was written.
  json text not null,
  -- Labels and alternative labels, folded, and the URI, one a line.
  labels text not null,
  -- When the concept was last defined or deprecated, as the event says it.
  changed_at text not null,
  primary key (generation, concept_id)
);

-- Which texts show a concept: they are written anew when it changes.
create table concept_texts (
  generation integer not null,
  concept_id uuid not null,
  article_id uuid not null,
  primary key (generation, concept_id, article_id)
);
create index concept_texts_by_text on concept_texts (generation, article_id);

-- Facts of the citator: treatments recorded, confirmed, retracted; reliances; assessments. A fact never changes, so neither do rows.
create table citator_facts (
  generation integer not null,
  position bigint not null check (position > 0),
  -- By code unit, since digests read in this order.
  stream_id text collate "C" not null,
  -- The text that is treated, relies, or was assessed.
  article_id uuid not null,
  -- The text that is relied on.
  support_id uuid,
  fact json not null,
  primary key (generation, position)
);
create index citator_facts_by_text on citator_facts (generation, article_id);
create index citator_facts_by_support on citator_facts (generation, support_id) where support_id is not null;
create index citator_facts_by_stream on citator_facts (generation, stream_id);
