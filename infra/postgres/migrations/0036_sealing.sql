-- Facts with sealed members. Their keys are in a schema of their own, which is backed up apart from the log: what a
-- destroyed key sealed is lost in every copy of the log.
create schema keys;

-- One key for the events of one stream in one append, wrapped under the key-encryption key (AES Key Wrap, RFC 3394).
create table keys.seal_keys (
  id uuid primary key,
  stream_id text not null,
  wrapped bytea not null check (octet_length(wrapped) = 40)
);
create index seal_keys_of_streams on keys.seal_keys (stream_id);

-- Where a text is: by HMAC of its hash. It has a key of its own, since several wordings may share it.
create table keys.texts (
  look_up bytea primary key check (octet_length(look_up) = 32),
  id uuid not null unique,
  wrapped bytea not null check (octet_length(wrapped) = 40)
);
-- Which keys of wordings refer to a text; without any it can be forgotten.
create table keys.text_uses (
  key_id uuid not null references keys.seal_keys on delete cascade,
  look_up bytea not null,
  primary key (key_id, look_up)
);
create index text_uses_of_texts on keys.text_uses (look_up);

create table sealed_texts (
  id uuid primary key,
  body bytea not null
);
alter table sealed_texts alter column body set storage external;

-- Which text holds a slug, by HMAC of the slug.
create table slug_claims (
  look_up bytea primary key check (octet_length(look_up) = 32),
  stream_id text not null
);
create index slug_claims_of_streams on slug_claims (stream_id);

-- No key refers to them here: a destroyed key leaves its id in the log.
alter table events add column seal_key uuid, add column sealed bytea,
  add constraint events_sealed_whole check ((seal_key is null) = (sealed is null));
alter table events alter column sealed set storage external;

-- As `append_events`, with the keys that the new facts are sealed with ({id, streamId, wrapped, texts}, bytes in
-- base64), and the keys that they destroy. A fact has {sealKey, sealed} where it has sealed members.
create function append_facts(
  stream_ids text[],
  expected_versions integer[],
  new_events jsonb,
  context jsonb,
  lock_timeout_ms integer,
  seal_keys jsonb,
  destroyed_keys uuid[],
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
  insert into keys.seal_keys (id, stream_id, wrapped)
  select (one->>'id')::uuid, one->>'streamId', decode(one->>'wrapped', 'base64') from jsonb_array_elements(seal_keys) as one;
  insert into keys.text_uses (key_id, look_up)
  select (one->>'id')::uuid, decode(text, 'base64')
  from jsonb_array_elements(seal_keys) as one, jsonb_array_elements_text(one->'texts') as text
  on conflict do nothing;
  delete from keys.seal_keys where id = any (destroyed_keys);
  update log_head set position = position + event_count returning position into last_position;
  insert into events (position, id, stream_id, stream_version, type, schema_version, time, actor, append_id,
    causation_id, correlation_id, payload_hash, data, seal_key, sealed)
  select last_position - event_count + place, (event->>'id')::uuid, event->>'streamId', (event->>'streamVersion')::integer,
    event->>'type', (event->>'schemaVersion')::integer, (context->>'time')::timestamptz, context->>'actor',
    (context->>'appendId')::uuid, context->>'causationId', context->>'correlationId',
    decode(event->>'payloadHash', 'hex'), event->'data', (event->>'sealKey')::uuid, decode(event->>'sealed', 'base64')
  from jsonb_array_elements(new_events) with ordinality as one (event, place);
  -- Delivered with the commit, or not at all.
  perform pg_notify('pandect_log', last_position::text);
end
$$;
