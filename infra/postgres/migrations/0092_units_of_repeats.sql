-- How many times the price its charge pays for: a repeat is answered with as many, whatever the price is by then. null:
-- of a reservation from before.
alter table idempotency_keys add column units integer check (units > 0);

create type reserved_units as (
  place integer,
  outcome text,
  usage_id text,
  micro_usd bigint,
  spend_before bigint,
  key_spend bigint,
  retry_seconds integer,
  -- Of a repeat.
  units integer
);

-- As `reserve_calls`, which processes of an earlier version call until they end; `calls` also has the units, and a repeat
-- says how many its charge pays for.
create function reserve_units(calls jsonb, life_seconds integer, idempotency_seconds integer, repeats_max integer)
returns setof reserved_units language plpgsql as $$
declare
  call record;
  known idempotency_keys;
  answer reserved_units;
  now_at timestamptz;
  this_month date;
  usage bytea;
  held bigint;
begin
  perform set_config('synchronous_commit', 'off', true);
  perform lock_accounts(array(select (one->>'accountId')::uuid from jsonb_array_elements(calls) as one));
  for call in
    select * from jsonb_to_recordset(calls) as one (place integer, id uuid, "accountId" uuid, "keyId" uuid, operation text,
      tiers jsonb, units integer, "hardCap" bigint, subject text, "idempotencyKey" text, fingerprint text)
    order by place
  loop
    now_at := clock_timestamp();
    this_month := date_trunc('month', now_at at time zone 'UTC')::date;
    usage := null;
    answer := row(call.place, 'reserved', null, null, null, null, null, null)::reserved_units;
    answer.key_spend := coalesce((select micro_usd from key_months where key_id = call."keyId" and month = this_month), 0);

    if call."idempotencyKey" is not null then
      select * into known from idempotency_keys
      where key_id = call."keyId" and key_hmac = decode(call."idempotencyKey", 'hex');
      if found and known.created_at <= now_at - make_interval(secs => idempotency_seconds) then
        delete from idempotency_keys where key_id = known.key_id and key_hmac = known.key_hmac;
      elsif found then
        if known.fingerprint <> decode(call.fingerprint, 'hex') then
          answer.outcome := 'conflict';
        elsif exists (select from reservations where id = known.reservation_id and expires_at > now_at) then
          answer.outcome := 'in-progress';
        elsif known.calls > repeats_max then
          answer.outcome := 'too-many-repeats';
        else
          select 'repeat', micro_usd, spend_before into answer.outcome, answer.micro_usd, answer.spend_before
          from ledger where usage_id = known.usage_id;
          if found then
            answer.usage_id := encode(known.usage_id, 'hex');
            answer.units := known.units;
            update idempotency_keys k set calls = k.calls + 1 where k.key_id = known.key_id and k.key_hmac = known.key_hmac;
          else
            answer.outcome := 'reserved';
            usage := known.usage_id;
            delete from reservations where id = known.reservation_id;
          end if;
        end if;
        if answer.outcome <> 'reserved' then
          return next answer;
          continue;
        end if;
      end if;
    end if;

    answer.spend_before := coalesce(
      (select micro_usd from account_months where account_id = call."accountId" and month = this_month), 0);
    select (tier->>1)::bigint into strict answer.micro_usd from jsonb_array_elements(call.tiers) as tier
    where (tier->>0)::bigint <= answer.spend_before order by (tier->>0)::bigint desc limit 1;

    if call."hardCap" is not null then
      delete from reservations where key_id = call."keyId" and expires_at <= now_at;
      select coalesce(sum(micro_usd), 0) into held from reservations where key_id = call."keyId" and month = this_month;
      if answer.key_spend + held + answer.micro_usd > call."hardCap" then
        answer.outcome := 'cap-exceeded';
        answer.key_spend := answer.key_spend + held;
        answer.retry_seconds := ceil(extract(epoch from
          (this_month + interval '1 month') at time zone 'UTC' - now_at));
        return next answer;
        continue;
      end if;
    end if;

    usage := coalesce(usage, sha256(convert_to(
      concat_ws('|', call."keyId", call.operation, call.subject, call.id), 'UTF8')));
    answer.usage_id := encode(usage, 'hex');
    insert into reservations
    values (call.id, usage, call."accountId", call."keyId", call.operation, answer.micro_usd, answer.spend_before, this_month,
      now_at, now_at + make_interval(secs => life_seconds));
    if call."idempotencyKey" is not null then
      insert into idempotency_keys as k (key_id, key_hmac, fingerprint, usage_id, reservation_id, units)
      values (call."keyId", decode(call."idempotencyKey", 'hex'), decode(call.fingerprint, 'hex'), usage, call.id, call.units)
      on conflict (key_id, key_hmac) do update
      set reservation_id = excluded.reservation_id, units = excluded.units, calls = k.calls + 1;
    end if;
    return next answer;
  end loop;
end
$$;
