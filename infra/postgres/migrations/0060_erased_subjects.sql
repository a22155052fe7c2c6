-- As before; and an erasure may say in the same transaction what became of other streams: treatments lose what they
-- quote. The stream that is erased is the last one.
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
  erased text := stream_ids[cardinality(stream_ids)];
  vectors bytea[] := array(select decode(one, 'hex') from jsonb_array_elements_text(look_ups->'vectors') as one);
  slugs bytea[] := array(select decode(one, 'hex') from jsonb_array_elements_text(look_ups->'slugs') as one);
begin
  select coalesce(array_agg(distinct look_up), '{}') into used from keys.text_uses where key_id = any (destroyed_keys);
  select appended.last_position, appended.moved into last_position, moved
  from append_facts(stream_ids, expected_versions, new_events, context, lock_timeout_ms, seal_keys, destroyed_keys) as appended;
  if moved is not null then
    return;
  end if;
  delete from slug_claims where look_up = any (slugs) and stream_id = erased;
  insert into keys.erasures (position, stream_id, texts, vectors, slugs)
  values (last_position, erased, used, vectors, slugs);
end
$$;

-- Erasures of persons are among the others. An index as before, with their fact.
drop index events_erasures;
create index events_erasures on events (position)
  where type in ('ErasureRequested', 'ErasureCancelled', 'WordingErased', 'SubjectErased');
