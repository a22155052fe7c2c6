-- How far the assessor of groundedness has followed the log.
create table assessor_checkpoint (
  is_single boolean primary key default true check (is_single),
  position bigint not null default 0 check (position >= 0)
);
insert into assessor_checkpoint default values;

-- Texts that were ever assessed, up to that position: those that are assessed again when what they cite changes.
create table assessed_texts (
  article_id uuid primary key
);
