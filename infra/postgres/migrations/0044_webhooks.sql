-- Endpoints that accounts registered, what is sent to them, and how far the notifier has followed the changes.

create table webhook_endpoints (
  id uuid primary key,
  account_id uuid not null references accounts,
  url text not null check (length(url) between 1 and 2000),
  description text not null default '' check (length(description) <= 200),
  -- Empty: all.
  types text[] not null default '{}',
  jurisdictions text[] not null default '{}',
  -- Sealed with the pepper for this endpoint.
  sealed_secret bytea not null,
  -- After a rotation, until its end.
  previous_sealed_secret bytea,
  previous_valid_until timestamptz,
  -- Changes above this position are sent.
  starts_after bigint not null check (starts_after >= 0),
  disabled_at timestamptz,
  disabled_cause text check (disabled_cause in ('owner', 'gone', 'failing', 'operator')),
  -- The first failure since the last success.
  failing_since timestamptz,
  -- The receiver asked for a pause, or failed several times in a row.
  resting_until timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  check ((disabled_at is null) = (disabled_cause is null)),
  check ((previous_sealed_secret is null) = (previous_valid_until is null))
);
create index webhook_endpoints_by_account on webhook_endpoints (account_id, created_at);

-- What endpoints are told; one body for all of them, written once.
create table webhook_events (
  seq bigint generated always as identity primary key,
  -- Of the change, or of what else happened: an event that comes again is known.
  id text not null unique check (id <> ''),
  type text not null check (type <> ''),
  -- null: it is for every account.
  account_id uuid references accounts,
  -- Events of one key come one after the other; null: it waits for none.
  order_key text,
  body text not null check (body <> ''),
  created_at timestamptz not null default clock_timestamp()
);
create index webhook_events_by_age on webhook_events (created_at);

create table webhook_messages (
  -- Derived from endpoint and event.
  id uuid primary key,
  endpoint_id uuid not null references webhook_endpoints on delete cascade,
  event_seq bigint not null references webhook_events,
  order_key text,
  state text not null default 'pending' check (state in ('pending', 'delivered', 'given_up')),
  queued_at timestamptz not null default clock_timestamp(),
  due_at timestamptz not null default clock_timestamp(),
  -- Since it was queued, or queued again by its owner.
  attempts integer not null default 0 check (attempts >= 0),
  -- The last ones, as JSON: when, how long, status or fault. Nothing of an answer.
  outcomes jsonb not null default '[]',
  ended_at timestamptz,
  check ((state = 'pending') = (ended_at is null))
);
create index webhook_messages_due on webhook_messages (endpoint_id, due_at, event_seq) where state = 'pending';
create index webhook_messages_in_order on webhook_messages (endpoint_id, order_key, event_seq) where state = 'pending';
create index webhook_messages_by_endpoint on webhook_messages (endpoint_id, event_seq);
create index webhook_messages_by_event on webhook_messages (event_seq);
create index webhook_messages_by_end on webhook_messages (ended_at) where state <> 'pending';

-- Up to which position every change is queued; null: nothing was followed yet.
create table webhook_checkpoint (
  is_single boolean primary key default true check (is_single),
  position bigint check (position >= 0)
);
insert into webhook_checkpoint default values;
