-- What accounts are told of their keys, once for each key and period.
create table key_notices (
  key_id uuid not null references api_keys,
  kind text not null check (kind in ('cap_reached', 'expiring')),
  -- The month of the ledger (YYYY-MM), or when the key ends.
  period text not null check (period <> ''),
  noticed_at timestamptz not null default clock_timestamp(),
  -- null: it is not queued yet.
  told_at timestamptz,
  primary key (key_id, kind, period)
);
create index key_notices_to_tell on key_notices (noticed_at) where told_at is null;
create index api_keys_by_end on api_keys (expires_at) where revoked_at is null and expires_at is not null;
