-- Writes of the editorial API by their Idempotency-Key, kept for a day. Neither the key nor the request is stored:
-- only HMACs of them, and the ids and hashes that the first answer named.
create table idempotent_writes (
  staff_id uuid not null,
  key_hmac bytea not null check (octet_length(key_hmac) = 32),
  fingerprint bytea not null check (octet_length(fingerprint) = 32),
  created_at timestamptz not null default clock_timestamp(),
  -- While the first request is answered; after it, another one may go on with a request that never was.
  held_until timestamptz not null,
  -- Null: not answered yet.
  answer jsonb,
  primary key (staff_id, key_hmac)
);
create index idempotent_writes_age on idempotent_writes (created_at);
