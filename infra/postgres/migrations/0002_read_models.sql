-- Read models: what the read side serves of each text, derived from the log. All of it can be dropped and rebuilt.
--
-- The tables are not partitioned by generation. A partition would be dropped in no time, but making and dropping one
-- takes an exclusive lock on the parent, behind which every read of the live generation waits, and the schema would
-- change at run time. An old generation is deleted in steps instead: it takes seconds, and nobody waits for it.

create table generations (
  generation integer primary key check (generation > 0),
  -- dropping: its rows are being removed, it must not become live again.
  status text not null check (status in ('open', 'dropping')),
  -- The checkpoint: the read models hold everything up to here.
  position bigint not null default 0 check (position >= 0),
  -- Above position while a batch is being written.
  reaching bigint not null default 0 check (reaching >= position),
  -- Whose passages search entries carry; null: of each wording, the model that was embedded last.
  embedding_model text,
  created_at timestamptz not null default clock_timestamp()
);
insert into generations (generation, status) values (1, 'open');

-- One row: the generation that is served. Changing it is the swap.
create table live_generation (
  is_live boolean primary key default true check (is_live),
  generation integer not null references generations
);
insert into live_generation (generation) values (1);

-- What the projector remembers of each text. json, not jsonb: it is only read whole, and the order of members in the
-- served bytes must not depend on whether a state was read back between two events.
create table text_states (
  generation integer not null,
  article_id uuid not null,
  stream_version integer not null check (stream_version > 0),
  state json not null,
  primary key (generation, article_id)
);

-- The articles that are public, as the exact JSON that is served.
create table articles (
  generation integer not null,
  article_id uuid not null,
  slug text not null,
  sha256_hash text not null,
  updated_at timestamptz not null,
  json text not null,
  stream_version integer not null check (stream_version > 0),
  primary key (generation, article_id),
  -- Checked at the commit: within one batch a text may take the slug that another one leaves.
  constraint articles_slug_key unique (generation, slug) deferrable initially deferred
);

-- Streams whose next event could not be folded; the others go on.
create table parked_streams (
  generation integer not null,
  stream_id text not null,
  -- The first event that is not in the read models.
  stream_version integer not null check (stream_version > 0),
  position bigint not null check (position > 0),
  reason text not null,
  parked_at timestamptz not null default clock_timestamp(),
  primary key (generation, stream_id)
);
