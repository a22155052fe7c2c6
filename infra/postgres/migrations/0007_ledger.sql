-- Money and limits. A call is reserved, then settled or void; what was settled stands in the ledger for good. Everything of
-- one account happens under one advisory lock, so its spend, its tier and its caps are decided one after the other.

-- One row a charge, as double entry: what the account owes on one side, what we earned on the other. No foreign keys: a charge
-- stands on its own, and a lock on the account's row for each call would be in the way of those who change accounts.
create table ledger (
  -- Ascending, with gaps. Not in commit order: see settled_through().
  seq bigint generated always as identity primary key,
  usage_id bytea not null unique check (octet_length(usage_id) = 32),
  debit text not null generated always as ('receivable:' || account_id::text) stored,
  credit text not null generated always as ('revenue:' || operation) stored,
  account_id uuid not null,
  key_id uuid not null,
  operation text not null check (operation in ('search', 'article', 'rag', 'verify', 'mcp')),
  micro_usd bigint not null check (micro_usd > 0),
  -- Settled spend of the account in this month at the moment of reservation: it decided the tier.
  spend_before bigint not null check (spend_before >= 0),
  -- The same just after this charge: a running total that whoever audits can follow row by row.
  spend_after bigint not null check (spend_after >= spend_before + micro_usd),
  -- First day of the calendar month (UTC) of the reservation, by this server's clock.
  month date not null check (month = date_trunc('month', reserved_at at time zone 'UTC')::date),
  reserved_at timestamptz not null,
  settled_at timestamptz not null default clock_timestamp()
);
create index ledger_by_account on ledger (account_id, month, seq);

create trigger ledger_is_never_changed
  before update or delete or truncate on ledger
  for each statement execute function refuse_change();
alter table ledger enable always trigger ledger_is_never_changed;

-- Sums of the ledger, kept by its trigger and by nobody else.
create table account_months (
  account_id uuid not null,
  month date not null,
  micro_usd bigint not null check (micro_usd > 0),
  primary key (account_id, month)
) with (fillfactor = 50);

create table key_months (
  key_id uuid not null,
  month date not null,
  micro_usd bigint not null check (micro_usd > 0),
  primary key (key_id, month)
) with (fillfactor = 50);

create table usage_days (
  account_id uuid not null,
  key_id uuid not null,
  -- UTC day of the reservation.
  day date not null,
  operation text not null,
  calls bigint not null check (calls > 0),
  micro_usd bigint not null check (micro_usd > 0),
  primary key (account_id, day, key_id, operation)
) with (fillfactor = 50);

create function add_up_charge() returns trigger language plpgsql as $$
begin
  insert into account_months as sums (account_id, month, micro_usd)
  values (new.account_id, new.month, new.micro_usd)
  on conflict (account_id, month) do update set micro_usd = sums.micro_usd + excluded.micro_usd
  returning sums.micro_usd into new.spend_after;
  insert into key_months as sums (key_id, month, micro_usd)
  values (new.key_id, new.month, new.micro_usd)
  on conflict (key_id, month) do update set micro_usd = sums.micro_usd + excluded.micro_usd;
  insert into usage_days as sums (account_id, key_id, day, operation, calls, micro_usd)
  values (new.account_id, new.key_id, (new.reserved_at at time zone 'UTC')::date, new.operation, 1, new.micro_usd)
  on conflict (account_id, day, key_id, operation)
  do update set calls = sums.calls + 1, micro_usd = sums.micro_usd + excluded.micro_usd;
  return new;
end
$$;
create trigger ledger_adds_up before insert on ledger for each row execute function add_up_charge();

-- What readers of charges see: the meter, the account area, auditors.
create view settled_charges as
  select c.seq, printed.usage_id, c.account_id, c.key_id, c.operation, c.micro_usd, c.spend_before, c.spend_after, c.month,
    c.reserved_at, c.settled_at
  from ledger c cross join lateral encode(c.usage_id, 'hex') as printed (usage_id);

-- Held back for calls under way. A reservation counts until its row is gone, and only one whose row is there can be settled.
-- Unlogged: after a crash of this server no call is under way, and what was held back is free again.
create unlogged table reservations (
  id uuid primary key,
  usage_id bytea not null,
  account_id uuid not null,
  key_id uuid not null,
  operation text not null,
  micro_usd bigint not null,
  spend_before bigint not null,
  month date not null,
  reserved_at timestamptz not null,
  expires_at timestamptz not null
);
create index reservations_by_key on reservations (key_id);

-- Idempotency keys by their HMAC; neither their text nor any request is here.
create table idempotency_keys (
  key_id uuid not null,
  key_hmac bytea not null check (octet_length(key_hmac) = 32),
  -- HMAC of method, path and body.
  fingerprint bytea not null check (octet_length(fingerprint) = 32),
  -- Of the first reservation, and of all that follow it.
  usage_id bytea not null,
  -- The last one. Its call is under way as long as it is there and has not expired.
  reservation_id uuid not null,
  -- Calls that were let through with this key.
  calls integer not null default 1 check (calls > 0),
  created_at timestamptz not null default clock_timestamp(),
  primary key (key_id, key_hmac)
) with (fillfactor = 80);
create index idempotency_keys_by_age on idempotency_keys (created_at);

create function account_lock(account_id uuid) returns bigint
  language sql immutable as $$ select hashtextextended('pandect account ' || account_id::text, 0) $$;

-- Settlers hold it shared until their commit; settled_through() takes it alone.
create function settling_lock() returns bigint language sql immutable as $$ select 7202507::bigint $$;

-- In one order, so that two batches never wait for each other.
create function lock_accounts(account_ids uuid[]) returns void language plpgsql as $$
declare
  one bigint;
begin
  for one in select distinct account_lock(account_id) from unnest(account_ids) as account_id order by 1 loop
    perform pg_advisory_xact_lock(one);
  end loop;
end
$$;

-- Every charge up to the answer is committed and visible; later ones get higher numbers. Numbers are drawn before the commit, so
-- the highest one that is visible could hide a lower one that is not yet.
create function settled_through() returns bigint language plpgsql as $$
begin
  perform set_config('lock_timeout', '5s', true);
  perform pg_advisory_xact_lock(settling_lock());
  return coalesce((select max(seq) from ledger), 0);
end
$$;

create type reserved_call as (
  place integer,
  -- reserved: to be settled or void. repeat: charged already, to be answered again. cap-exceeded, conflict (the idempotency key
  -- belongs to another request), in-progress, too-many-repeats: nothing was reserved.
  outcome text,
  usage_id text,
  micro_usd bigint,
  spend_before bigint,
  -- Settled spend of the key in this month, and for cap-exceeded also what is held back.
  key_spend bigint,
  retry_seconds integer
);

-- Reserves calls, one after the other. calls: an array of {place, id, accountId, keyId, operation, tiers: [[from, price], …],
-- hardCap (or null), subject, idempotencyKey (hex, or null), fingerprint (hex, or null)}; amounts in micro-dollars, subject: what
-- stands for the call in its usage id. A lost reservation is a free call that failed, so nobody waits for the disk.
create function reserve_calls(calls jsonb, life_seconds integer, idempotency_seconds integer, repeats_max integer)
returns setof reserved_call language plpgsql as $$
declare
  call record;
  known idempotency_keys;
  answer reserved_call;
  now_at timestamptz;
  this_month date;
  usage bytea;
  held bigint;
begin
  perform set_config('synchronous_commit', 'off', true);
  perform lock_accounts(array(select (one->>'accountId')::uuid from jsonb_array_elements(calls) as one));
  for call in
    select * from jsonb_to_recordset(calls) as one (place integer, id uuid, "accountId" uuid, "keyId" uuid, operation text,
      tiers jsonb, "hardCap" bigint, subject text, "idempotencyKey" text, fingerprint text)
    order by place
  loop
    now_at := clock_timestamp();
    this_month := date_trunc('month', now_at at time zone 'UTC')::date;
    usage := null;
    answer := row(call.place, 'reserved', null, null, null, null, null)::reserved_call;
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
      insert into idempotency_keys as k (key_id, key_hmac, fingerprint, usage_id, reservation_id)
      values (call."keyId", decode(call."idempotencyKey", 'hex'), decode(call.fingerprint, 'hex'), usage, call.id)
      on conflict (key_id, key_hmac) do update set reservation_id = excluded.reservation_id, calls = k.calls + 1;
    end if;
    return next answer;
  end loop;
end
$$;

create type settled_call as (place integer, settled boolean, micro_usd bigint, spend_before bigint, key_spend bigint);

-- Turns reservations into charges. calls: an array of {place, id, usageId (hex), accountId}. Settled also where the charge is there
-- already, so it can be asked for again when the answer was lost; false where neither charge nor reservation is left.
create function settle_calls(calls jsonb) returns setof settled_call language plpgsql as $$
declare
  call record;
  held reservations;
  charged ledger;
begin
  perform pg_advisory_xact_lock_shared(settling_lock());
  perform lock_accounts(array(select (one->>'accountId')::uuid from jsonb_array_elements(calls) as one));
  for call in
    select * from jsonb_to_recordset(calls) as one (place integer, id uuid, "usageId" text, "accountId" uuid) order by place
  loop
    delete from reservations where id = call.id returning * into held;
    if found then
      insert into ledger (usage_id, account_id, key_id, operation, micro_usd, spend_before, month, reserved_at)
      values (held.usage_id, held.account_id, held.key_id, held.operation, held.micro_usd, held.spend_before, held.month,
        held.reserved_at);
    end if;
    select * into charged from ledger where usage_id = decode(call."usageId", 'hex');
    return next row(call.place, found, charged.micro_usd, charged.spend_before,
      (select micro_usd from key_months where key_id = charged.key_id and month = charged.month))::settled_call;
  end loop;
end
$$;

-- Limits: who passed when. Unlogged: after a crash every window is empty. Rows go when the window is over.
create unlogged table rate_limit_buckets (
  name text primary key,
  id bigint generated always as identity,
  -- Passes are numbered in a bucket; those from first_pass up to, but not including, next_pass are in the window.
  first_pass bigint not null default 1,
  next_pass bigint not null default 1,
  -- When the last pass leaves the window.
  empty_at timestamptz not null default clock_timestamp()
) with (fillfactor = 50);

create unlogged table rate_limit_passes (
  bucket_id bigint not null,
  pass bigint not null,
  passed_at timestamptz not null,
  primary key (bucket_id, pass)
);

-- One place of a sliding window: exact, whatever the quota, in a time that does not grow with it. Passes that left the window
-- are found by their number, never searched for.
create function take_place(bucket_name text, quota integer, window_seconds integer,
  out allowed boolean, out remaining integer, out reset_ms integer) language plpgsql as $$
declare
  bucket rate_limit_buckets;
  span interval := make_interval(secs => window_seconds);
  now_at timestamptz;
  first_at timestamptz;
begin
  loop
    select * into bucket from rate_limit_buckets where name = bucket_name for update;
    exit when found;
    insert into rate_limit_buckets (name) values (bucket_name) on conflict (name) do nothing;
  end loop;
  now_at := clock_timestamp();
  if bucket.empty_at <= now_at then
    bucket.first_pass := bucket.next_pass;
  end if;
  while bucket.first_pass < bucket.next_pass loop
    select passed_at into first_at from rate_limit_passes where bucket_id = bucket.id and pass = bucket.first_pass;
    exit when first_at > now_at - span;
    bucket.first_pass := bucket.first_pass + 1;
  end loop;
  delete from rate_limit_passes where bucket_id = bucket.id and pass < bucket.first_pass;
  allowed := bucket.next_pass - bucket.first_pass < quota;
  if allowed then
    if bucket.first_pass = bucket.next_pass then
      first_at := now_at;
    end if;
    insert into rate_limit_passes values (bucket.id, bucket.next_pass, now_at);
    update rate_limit_buckets
    set first_pass = bucket.first_pass, next_pass = bucket.next_pass + 1, empty_at = now_at + span
    where name = bucket_name;
    bucket.next_pass := bucket.next_pass + 1;
  end if;
  remaining := greatest(0, quota - (bucket.next_pass - bucket.first_pass));
  reset_ms := ceil(extract(epoch from first_at + span - now_at) * 1000);
end
$$;

-- Forgets buckets whose window is empty, at most so many. Answers how many.
create function sweep_buckets(at_most integer) returns integer language plpgsql as $$
declare
  gone bigint[];
begin
  with idle as (
    select name from rate_limit_buckets where empty_at <= clock_timestamp() limit at_most for update skip locked
  ), deleted as (
    delete from rate_limit_buckets b using idle where b.name = idle.name returning b.id
  )
  select array_agg(id) into gone from deleted;
  delete from rate_limit_passes where bucket_id = any (gone);
  return coalesce(cardinality(gone), 0);
end
$$;
