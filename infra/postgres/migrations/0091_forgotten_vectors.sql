-- A writer looks the vectors of its passages up first, and computes those that are not there. If the last use of one of
-- them is erased before the facts are recorded, they would name a vector that is gone.
create index erasures_of_vectors on keys.erasures using gin (vectors) with (fastupdate = off);

-- As before; and a stream counts as moved if its facts name a vector that an erasure removed meanwhile, so that its
-- writer begins again and computes it anew. `seal_keys` also has the vectors that facts name, by model.
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
  named_vectors bytea[];
begin
  select array_agg(stream_id) into moved from moved_streams(stream_ids, expected_versions) as stream_id;
  if moved is not null then
    return;
  end if;
  perform set_config('lock_timeout', lock_timeout_ms::text, true);
  -- Who removes texts and vectors holds this table against new uses, and looks for uses once it does.
  lock table keys.text_uses in row exclusive mode;
  select array_agg(distinct one->>'streamId') into moved
  from jsonb_array_elements(seal_keys) as one, jsonb_array_elements_text(one->'texts') as text
    join keys.forgotten_texts f on f.look_up = decode(text, 'base64')
  where not exists (select from keys.texts t where t.look_up = f.look_up);
  if moved is not null then
    return;
  end if;
  select array_agg(decode(look_up, 'base64')) into named_vectors
  from jsonb_array_elements(seal_keys) as one, jsonb_array_elements(one->'vectors') as named,
    jsonb_array_elements_text(named->'lookUps') as look_up;
  -- One look at the index: hardly any append names a vector that was ever erased, and only then are the vectors read.
  if exists (select from keys.erasures where vectors && named_vectors) then
    select array_agg(distinct one->>'streamId') into moved
    from jsonb_array_elements(seal_keys) as one, jsonb_array_elements(one->'vectors') as named,
      jsonb_array_elements_text(named->'lookUps') as look_up
    where exists (select from keys.erasures e where e.vectors @> array[decode(look_up, 'base64')])
      and not exists (select from vectors v
        where v.model = named->>'model' and v.text_sha256 = decode(look_up, 'base64'));
    if moved is not null then
      return;
    end if;
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
