-- The external meter: a projection of the ledger, and what its provider told us.

-- Every charge at or below it is decided: taken by the meter, or refused for good.
create table meter_cursor (
  is_single boolean primary key default true check (is_single),
  seq bigint not null default 0 check (seq >= 0)
);
insert into meter_cursor default values;

-- One row a charge that the meter answered for.
create table meter_marks (
  -- Of the charge.
  seq bigint primary key,
  -- taken: by the provider's word. refused: it will not have it as it is.
  outcome text not null check (outcome in ('taken', 'refused')),
  -- A code of ours.
  reason text check ((outcome = 'refused') = (reason is not null)),
  -- The last time that the provider said so; its memory of an identifier begins there.
  marked_at timestamptz not null default clock_timestamp()
);

-- Who an account is to the provider.
create table meter_customers (
  account_id uuid primary key,
  customer_id text not null unique check (customer_id <> ''),
  created_at timestamptz not null default clock_timestamp()
);

-- Amounts sent to make the meter's sum that of the ledger, written before they are sent.
create table meter_corrections (
  -- The provider's identifier of the event.
  identifier text primary key check (identifier ~ '^[0-9a-f]{64}$'),
  account_id uuid not null,
  -- Where the difference was found, and the timestamp of the event.
  minute timestamptz not null,
  -- Above 0: events were lost. Below: some were counted twice.
  micro_usd bigint not null check (micro_usd <> 0),
  made_at timestamptz not null default clock_timestamp(),
  taken_at timestamptz
);
create index meter_corrections_by_account on meter_corrections (account_id, minute);

-- Events of the provider's webhook that were taken: each changes something at most once.
create table provider_events (
  id text primary key check (id <> ''),
  type text not null,
  -- By the provider's clock, whole seconds.
  created_at timestamptz not null,
  received_at timestamptz not null default clock_timestamp()
);

-- What the provider said last of each subscription. An account pays while one of its subscriptions does.
create table provider_subscriptions (
  id text primary key check (id <> ''),
  customer_id text not null,
  status text not null,
  -- Of the event that said so; an older one changes nothing.
  said_at timestamptz not null
);
create index provider_subscriptions_by_customer on provider_subscriptions (customer_id);
