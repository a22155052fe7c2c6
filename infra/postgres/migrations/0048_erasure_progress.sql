-- How far what follows an erasure has come, and what it removed, for those who asked for it. Counts and codes; no words.
create table erasure_progress (
  position bigint primary key,
  step text not null,
  done integer not null default 0,
  steps integer not null default 0,
  failed text,
  changed_at timestamptz not null default now(),
  finished jsonb
);

-- Erasures are few among many facts.
create index events_erasures on events (position)
  where type in ('ErasureRequested', 'ErasureCancelled', 'WordingErased');
