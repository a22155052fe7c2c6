-- A writer keeps the texts of its facts first, and one that is kept already is not kept again. If the last use of that
-- text is erased before the facts are recorded, they would name a text that is gone. So it is remembered by HMAC which
-- texts were forgotten, and facts that need one are recorded once it is kept again.
create table keys.forgotten_texts (
  look_up bytea primary key check (octet_length(look_up) = 32)
);

-- As before; and a stream counts as moved if its facts need a text that was forgotten meanwhile, so that its writer
-- begins again.
create or replace function append_facts(
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
  -- Who removes texts holds this table against new uses, and looks for uses once it does.
  lock table keys.text_uses in row exclusive mode;
  select array_agg(distinct one->>'streamId') into moved
  from jsonb_array_elements(seal_keys) as one, jsonb_array_elements_text(one->'texts') as text
    join keys.forgotten_texts f on f.look_up = decode(text, 'base64')
  where not exists (select from keys.texts t where t.look_up = f.look_up);
  if moved is not null then
    return;
  end if;
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

-- As before; and the slugs go in the same transaction. Whoever claims one of them again for this text writes to its
-- stream, and so claims it after the erasure or begins again.
create or replace function append_erasing(
  stream_ids text[],
  expected_versions integer[],
  new_events jsonb,
  context jsonb,
  lock_timeout_ms integer,
  seal_keys jsonb,
  destroyed_keys uuid[],
  look_ups jsonb,
  out last_position bigint,
  out moved text[]
) language plpgsql as $$
declare
  used bytea[];
  vectors bytea[] := array(select decode(one, 'hex') from jsonb_array_elements_text(look_ups->'vectors') as one);
  slugs bytea[] := array(select decode(one, 'hex') from jsonb_array_elements_text(look_ups->'slugs') as one);
begin
  select coalesce(array_agg(distinct look_up), '{}') into used from keys.text_uses where key_id = any (destroyed_keys);
  select appended.last_position, appended.moved into last_position, moved
  from append_facts(stream_ids, expected_versions, new_events, context, lock_timeout_ms, seal_keys, destroyed_keys) as appended;
  if moved is not null then
    return;
  end if;
  delete from slug_claims where look_up = any (slugs) and stream_id = stream_ids[1];
  insert into keys.erasures (position, stream_id, texts, vectors, slugs)
  values (last_position, stream_ids[1], used, vectors, slugs);
end
$$;
