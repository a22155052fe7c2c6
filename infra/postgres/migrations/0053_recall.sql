-- Receipts that accounts keep, citations that they watch, and what they were told of both (contracts/conventions/recall.md).

-- Accounts that asked for their receipts to be kept.
create table receipt_keepers (
  account_id uuid primary key references accounts,
  since timestamptz not null default clock_timestamp()
);

-- The keys of accounts, wrapped (AES Key Wrap, RFC 3394). All that is sealed or fingerprinted with one goes with its row.
create table recall_keys (
  id uuid primary key,
  account_id uuid not null references accounts,
  kind text not null check (kind in ('receipts', 'watch')),
  wrapped_key bytea not null check (octet_length(wrapped_key) = 40),
  unique (account_id, kind)
);

create table kept_receipts (
  id uuid primary key,
  key_id uuid not null references recall_keys on delete cascade,
  seq bigint generated always as identity,
  kept_at timestamptz not null default clock_timestamp(),
  -- The receipt, and all that its answer cites.
  sealed bytea not null,
  -- Whether the follower has filed what it cites.
  followed boolean not null default false
);
create index kept_receipts_by_key on kept_receipts (key_id, seq);
create index kept_receipts_to_follow on kept_receipts (seq) where not followed;
create index kept_receipts_by_age on kept_receipts (kept_at);

create table watches (
  id uuid primary key,
  key_id uuid not null references recall_keys on delete cascade,
  -- The client's own name for what it watches.
  handle text not null check (length(handle) between 1 and 128),
  created_at timestamptz not null default clock_timestamp(),
  unique (key_id, handle)
);

-- What receipts and watches cite, by HMACs under the key of the account.
create table followed_citations (
  id bigint generated always as identity primary key,
  key_id uuid not null references recall_keys on delete cascade,
  receipt_id uuid references kept_receipts on delete cascade,
  watch_id uuid references watches on delete cascade,
  -- Its number in the receipt, from 0.
  place integer not null check (place >= 0),
  text bytea not null check (octet_length(text) = 32),
  wording bytea not null check (octet_length(wording) = 32),
  version bytea not null check (octet_length(version) = 32),
  -- null: the text as a whole.
  point bytea check (octet_length(point) = 32),
  -- Changes above this position are told.
  follows_after bigint not null check (follows_after >= 0),
  -- Whether another wording is served already.
  superseded boolean not null,
  check ((receipt_id is null) <> (watch_id is null))
);
create index followed_citations_by_text on followed_citations (text);
create index followed_citations_by_key on followed_citations (key_id);
create index followed_citations_by_receipt on followed_citations (receipt_id) where receipt_id is not null;
create index followed_citations_by_watch on followed_citations (watch_id) where watch_id is not null;

-- What an account was told of a receipt or watch. `sealed`: the notice.
create table recalls (
  id uuid primary key,
  key_id uuid not null references recall_keys on delete cascade,
  seq bigint generated always as identity,
  receipt_id uuid references kept_receipts on delete cascade,
  watch_id uuid references watches on delete cascade,
  text bytea not null check (octet_length(text) = 32),
  sealed bytea not null,
  at timestamptz not null default clock_timestamp(),
  check ((receipt_id is null) <> (watch_id is null))
);
create index recalls_by_key on recalls (key_id, seq);
create index recalls_by_receipt on recalls (receipt_id) where receipt_id is not null;
create index recalls_by_watch on recalls (watch_id) where watch_id is not null;
create index recalls_by_text on recalls (text);
create index recalls_by_age on recalls (at);

-- Up to which position changes were followed; null: nothing was yet.
create table recall_checkpoint (
  is_single boolean primary key default true check (is_single),
  position bigint check (position >= 0)
);
insert into recall_checkpoint default values;

-- A message about what an account read is sealed with a key of its own until it is sent.
alter table webhook_events alter column body drop not null;
alter table webhook_events add column wrapped_key bytea check (octet_length(wrapped_key) = 40);
alter table webhook_events add column sealed_body bytea;
alter table webhook_events add check ((body is null) = (sealed_body is not null));
alter table webhook_events add check ((wrapped_key is null) = (sealed_body is null));
