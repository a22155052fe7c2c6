-- Searches that accounts keep, which texts match them, and what was told.

-- By which batch of the projector a text was written last: up to this position of the log it was known then. What is
-- written again for other reasons moves it, too.
alter table text_states add column reached bigint not null default 0 check (reached >= 0);
create index text_states_by_reach on text_states (generation, reached) where reached > 0;

create table saved_searches (
  id uuid primary key,
  account_id uuid not null references accounts,
  -- Name and search, sealed with a key of their own (AES Key Wrap, RFC 3394).
  wrapped_key bytea not null check (octet_length(wrapped_key) = 40),
  sealed bytea not null,
  -- Moves when it is followed anew.
  revision integer not null default 1 check (revision > 0),
  -- Texts that begin or cease to match above this position are told.
  follows_after bigint not null check (follows_after >= 0),
  paused_at timestamptz,
  paused_cause text check (paused_cause in ('owner', 'too_broad')),
  -- Rows of saved_search_matches.
  matches integer not null default 0 check (matches >= 0),
  -- The secret of the feed is derived from it.
  feed_number integer not null default 1 check (feed_number > 0),
  created_at timestamptz not null default clock_timestamp(),
  check ((paused_at is null) = (paused_cause is null))
);
create index saved_searches_by_account on saved_searches (account_id, created_at);

-- The texts that match, as they were looked at last. Outlives generations: only a difference is told.
create table saved_search_matches (
  search_id uuid not null references saved_searches on delete cascade,
  article_id uuid not null,
  slug text not null,
  primary key (search_id, article_id)
);
create index saved_search_matches_by_text on saved_search_matches (article_id);

create table saved_search_news (
  search_id uuid not null references saved_searches on delete cascade,
  seq bigint generated always as identity,
  id uuid not null unique,
  article_id uuid not null,
  slug text not null,
  version text,
  sha256_hash text,
  state text not null check (state in ('matched', 'unmatched')),
  position bigint not null check (position >= 0),
  at timestamptz not null,
  primary key (search_id, seq)
);

-- Up to which position texts were looked at; null: nothing was followed yet.
create table saved_search_checkpoint (
  is_single boolean primary key default true check (is_single),
  position bigint check (position >= 0)
);
insert into saved_search_checkpoint default values;
