-- Mail of saved searches: to whom, how often, and up to which news.

-- An address is an endpoint of its own kind, so that its messages wait, are tried again and end in the same queue.
alter table webhook_endpoints add column kind text not null default 'webhook' check (kind in ('webhook', 'mail'));

create table mail_addresses (
  user_id uuid primary key references account_users on delete cascade,
  endpoint_id uuid not null unique references webhook_endpoints on delete cascade,
  language text not null check (language in ('fr', 'en')),
  -- Whoever reads the mail of this address agreed to it; null: nobody did yet.
  confirmed_at timestamptz,
  -- The link of the next confirmation is derived from it; a link that was used is none any more.
  link_number integer not null default 1 check (link_number > 0),
  link_sent_at timestamptz
);

create table saved_search_mails (
  search_id uuid not null references saved_searches on delete cascade,
  user_id uuid not null references mail_addresses on delete cascade,
  rhythm text not null check (rhythm in ('soon', 'daily')),
  -- News up to this one are in a mail that is queued, or came before mail was wanted.
  after_seq bigint not null check (after_seq >= 0),
  primary key (search_id, user_id)
);
create index saved_search_mails_by_user on saved_search_mails (user_id);
