-- People of the editorial team, apart from the customers of 0008_accounts. No password, code or token is here: hashes
-- and, of the second factor, a secret sealed with a key that is not in the database.

create table staff_people (
  id uuid primary key,
  -- Lower case.
  email text not null unique check (email = lower(email) and length(email) between 3 and 254),
  name text not null check (name <> '' and length(name) <= 200),
  roles text[] not null check (roles <@ array['author', 'reviewer', 'publisher', 'data_protection', 'administrator']),
  -- PHC string of argon2id.
  password_hash text not null,
  disabled_at timestamptz,
  created_at timestamptz not null default clock_timestamp()
);

create table staff_second_factors (
  person_id uuid primary key references staff_people,
  -- The secret of RFC 6238 under AES-256-GCM.
  sealed_secret bytea not null,
  -- The step of the last code that was accepted: a code is accepted once.
  last_step bigint not null check (last_step >= 0),
  confirmed_at timestamptz not null default clock_timestamp()
);

create table staff_recovery_codes (
  person_id uuid not null references staff_second_factors on delete cascade,
  -- HMAC-SHA-256 under the pepper.
  code_hmac bytea not null check (octet_length(code_hmac) = 32),
  used_at timestamptz,
  primary key (person_id, code_hmac)
);

create table staff_sessions (
  -- SHA-256 of what the cookie holds.
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  person_id uuid not null references staff_people,
  -- `awaited`: the password was right and the code is still to come.
  second_factor text not null check (second_factor in ('none', 'awaited', 'passed')),
  created_at timestamptz not null default clock_timestamp(),
  last_seen_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null
);
create index staff_sessions_by_person on staff_sessions (person_id, created_at);
create index staff_sessions_by_end on staff_sessions (expires_at);

create table staff_invitations (
  id uuid primary key,
  -- SHA-256 of what the link holds.
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  email text not null check (email = lower(email) and length(email) between 3 and 254),
  roles text[] not null,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  -- Whom it became; a link is used once.
  person_id uuid references staff_people,
  revoked_at timestamptz,
  check (person_id is null or revoked_at is null)
);

create table staff_tokens (
  id uuid primary key,
  person_id uuid not null references staff_people,
  label text not null check (length(label) <= 60),
  -- HMAC-SHA-256 under the pepper.
  secret_hmac bytea not null unique check (octet_length(secret_hmac) = 32),
  -- For display.
  last4 text not null check (length(last4) = 4),
  scopes text[] not null,
  -- Whether the session that made it had passed the second factor.
  second_factor boolean not null,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  -- A day and no more.
  last_used_on date
);
create index staff_tokens_by_person on staff_tokens (person_id, created_at);
