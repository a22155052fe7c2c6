-- Who may ask. Keys stand here by the HMAC of their secret; the secret itself is nowhere.

create table accounts (
  id uuid primary key,
  name text not null unique check (name <> ''),
  plan text not null check (plan in ('practitioner', 'firm')),
  -- Keys of an account that does not pay are not valid.
  paid boolean not null,
  created_at timestamptz not null default clock_timestamp()
);

create table api_keys (
  id uuid primary key,
  account_id uuid not null references accounts,
  -- HMAC-SHA-256 under the pepper.
  secret_hmac bytea not null unique check (octet_length(secret_hmac) = 32),
  -- For display.
  last4 text not null check (length(last4) = 4),
  scopes text[] not null,
  -- Spending cap of a calendar month (UTC) in micro-dollars; null: none.
  cap_micro_usd bigint check (cap_micro_usd >= 0),
  cap_mode text not null check (cap_mode in ('soft', 'hard')),
  expires_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null default clock_timestamp()
);
create index api_keys_by_account on api_keys (account_id);
