-- Applications that a holder connected by OAuth. A grant is a key of its own kind, so that charges, caps and limits of an
-- application are those of a key. It has no secret: it is reached by access tokens.

alter table api_keys add column kind text not null default 'live' check (kind in ('live', 'test', 'grant'));

create table oauth_grants (
  key_id uuid primary key references api_keys,
  -- Who connected the application.
  user_id uuid not null references account_users,
  -- SHA-256 of the application's id.
  client_hash bytea not null check (octet_length(client_hash) = 32),
  -- Where the application was answered.
  redirect_host text not null check (redirect_host <> ''),
  -- The address that its tokens are for.
  resource text not null check (resource <> '')
);

-- A consent, until the application takes it; a used one stays for a day, so that a second use ends the grant.
create table oauth_codes (
  -- HMAC-SHA-256 of the code under the pepper.
  code_hmac bytea primary key check (octet_length(code_hmac) = 32),
  -- Of the key that the exchange makes.
  grant_id uuid not null unique,
  account_id uuid not null references accounts,
  user_id uuid not null references account_users,
  client_hash bytea not null check (octet_length(client_hash) = 32),
  client_name text not null check (length(client_name) between 1 and 60),
  redirect_uri text not null,
  redirect_host text not null check (redirect_host <> ''),
  resource text not null,
  -- SHA-256 of the verifier, base64url (RFC 7636).
  challenge text not null,
  scopes text[] not null,
  cap_micro_usd bigint check (cap_micro_usd >= 0),
  cap_mode text not null check (cap_mode in ('soft', 'hard')),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index oauth_codes_by_end on oauth_codes (expires_at);

create table oauth_tokens (
  -- HMAC-SHA-256 of the token under the pepper.
  token_hmac bytea primary key check (octet_length(token_hmac) = 32),
  key_id uuid not null references api_keys,
  kind text not null check (kind in ('access', 'refresh')),
  -- Of the key, or fewer.
  scopes text[] not null,
  expires_at timestamptz not null,
  -- When a refresh token was exchanged; one that comes again ends the grant.
  used_at timestamptz
);
create index oauth_tokens_by_key on oauth_tokens (key_id);
create index oauth_tokens_by_end on oauth_tokens (expires_at);
