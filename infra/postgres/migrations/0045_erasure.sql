-- What of erased wordings has still to be scrubbed: written with the fact, removed once nothing is left. Slugs and
-- vectors are named by HMACs, and texts by where they are kept.
create table keys.erasures (
  position bigint primary key,
  stream_id text not null,
  texts bytea[] not null,
  vectors bytea[] not null,
  slugs bytea[] not null
);

-- As `append_facts`, for a fact that destroys keys. `look_ups` names the slugs and vectors in hexadecimal.
create function append_erasing(
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
begin
  select coalesce(array_agg(distinct look_up), '{}') into used from keys.text_uses where key_id = any (destroyed_keys);
  select appended.last_position, appended.moved into last_position, moved
  from append_facts(stream_ids, expected_versions, new_events, context, lock_timeout_ms, seal_keys, destroyed_keys) as appended;
  if moved is not null then
    return;
  end if;
  insert into keys.erasures (position, stream_id, texts, vectors, slugs)
  select last_position, stream_ids[1], used,
    array(select decode(one, 'hex') from jsonb_array_elements_text(look_ups->'vectors') as one),
    array(select decode(one, 'hex') from jsonb_array_elements_text(look_ups->'slugs') as one);
end
$$;
