-- People who manage the keys of an account, their sessions, and keys with two secrets.

-- When the paid status last changed, and who said so.
alter table accounts
  add column status_changed_at timestamptz not null default clock_timestamp(),
  add column status_cause text not null default 'system' check (status_cause <> '');

-- A key has one secret, or two while it is being rotated: never more.
create table api_key_secrets (
  key_id uuid not null references api_keys,
  slot text not null check (slot in ('current', 'previous')),
  -- HMAC-SHA-256 under the pepper.
  secret_hmac bytea not null unique check (octet_length(secret_hmac) = 32),
  -- For display.
  last4 text not null check (length(last4) = 4),
  -- The end of the overlap; the current secret has none.
  valid_until timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (key_id, slot),
  check ((slot = 'previous') = (valid_until is not null))
);

insert into api_key_secrets (key_id, slot, secret_hmac, last4, created_at)
select id, 'current', secret_hmac, last4, created_at from api_keys;

alter table api_keys
  drop column secret_hmac,
  drop column last4,
  -- What its holder calls it.
  add column label text not null default '' check (length(label) <= 60),
  -- A day and no more: when exactly somebody researched is nobody's business.
  add column last_used_on date;

create table account_users (
  id uuid primary key,
  account_id uuid not null references accounts,
  -- Lower case.
  email text not null unique check (email = lower(email) and length(email) between 3 and 254),
  -- PHC string of argon2id.
  password_hash text not null,
  password_changed_at timestamptz not null default clock_timestamp(),
  created_at timestamptz not null default clock_timestamp()
);
create index account_users_by_account on account_users (account_id);

create table account_sessions (
  -- SHA-256 of what the cookie holds.
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  user_id uuid not null references account_users on delete cascade,
  created_at timestamptz not null default clock_timestamp(),
  last_seen_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null
);
create index account_sessions_by_user on account_sessions (user_id, created_at);
create index account_sessions_by_end on account_sessions (expires_at);
