-- The truth: the log of facts, and the long values that it names by their hash.

-- One row. Who moves it holds it until the commit, so positions are dense and in commit order, and a reader at
-- position p has seen everything up to p. It rolls back with the append that moved it.
create table log_head (
  is_head boolean primary key default true check (is_head),
  position bigint not null check (position >= 0)
);
insert into log_head (position) values (0);

create table events (
  position bigint primary key check (position > 0),
  id uuid not null unique,
  stream_id text not null,
  stream_version integer not null check (stream_version > 0),
  type text not null,
  schema_version integer not null check (schema_version > 0),
  time timestamptz not null,
  actor text not null,
  append_id uuid not null,
  causation_id text,
  correlation_id text not null,
  -- SHA-256 of the RFC 8785 form of data.
  payload_hash bytea not null check (octet_length(payload_hash) = 32),
  data jsonb not null,
  unique (stream_id, stream_version)
);

-- Texts by the SHA-256 of their UTF-8 form.
create table blobs (
  sha256 bytea primary key check (octet_length(sha256) = 32),
  text text not null
);

-- Embeddings by model and SHA-256 of the embedded text: Float32, little-endian.
create table vectors (
  model text not null,
  text_sha256 bytea not null check (octet_length(text_sha256) = 32),
  vector bytea not null check (octet_length(vector) % 4 = 0),
  primary key (model, text_sha256)
);
-- Floats do not compress; trying costs time.
alter table vectors alter column vector set storage external;

-- Which text holds a slug, claimed before the text is drafted.
create table slugs (
  slug text primary key,
  stream_id text not null
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception using errcode = 'PD001', message = format('%s on %s: recorded facts are never changed', tg_op, tg_table_name);
end
$$;

create trigger events_are_never_changed
  before update or delete or truncate on events
  for each statement execute function refuse_change();
-- Also where a restore or a replica turns ordinary triggers off.
alter table events enable always trigger events_are_never_changed;

-- Those of the given streams whose version is not the expected one.
create function moved_streams(stream_ids text[], expected_versions integer[]) returns setof text
  language sql stable as $$
  select wanted.stream_id
  from unnest(stream_ids, expected_versions) as wanted (stream_id, expected_version)
  where wanted.expected_version <> coalesce(
    (select max(e.stream_version) from events e where e.stream_id = wanted.stream_id), 0)
$$;

-- One append, in one round trip: the head row is held from its update to the commit, so all that can be done before
-- (parsing, the check of versions) is done before. A stream that moves between check and insert breaks the unique
-- key, and nothing is recorded. New facts are an array of
-- {id, streamId, streamVersion, type, schemaVersion, payloadHash (hex), data}.
create function append_events(
  stream_ids text[],
  expected_versions integer[],
  new_events jsonb,
  context jsonb,
  lock_timeout_ms integer,
  out last_position bigint,
  out moved text[]
) language plpgsql as $$
declare
  event_count integer := jsonb_array_length(new_events);
begin
  select array_agg(stream_id) into moved from moved_streams(stream_ids, expected_versions) as stream_id;
  if moved is not null then
    return;
  end if;
  perform set_config('lock_timeout', lock_timeout_ms::text, true);
  update log_head set position = position + event_count returning position into last_position;
  insert into events (position, id, stream_id, stream_version, type, schema_version, time, actor, append_id,
    causation_id, correlation_id, payload_hash, data)
  select last_position - event_count + place, (event->>'id')::uuid, event->>'streamId', (event->>'streamVersion')::integer,
    event->>'type', (event->>'schemaVersion')::integer, (context->>'time')::timestamptz, context->>'actor',
    (context->>'appendId')::uuid, context->>'causationId', context->>'correlationId',
    decode(event->>'payloadHash', 'hex'), event->'data'
  from jsonb_array_elements(new_events) with ordinality as one (event, place);
  -- Delivered with the commit, or not at all.
  perform pg_notify('pandect_log', last_position::text);
end
$$;
