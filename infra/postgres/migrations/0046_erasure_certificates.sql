-- For the certificate of an erasure: an HMAC of what was served of the text before, and what became of each kind of
-- copy. A finished erasure keeps its look-ups, so that the scan of the certificate can be repeated.
alter table keys.erasures
  add column digest_before text check (length(digest_before) = 64),
  add column handled jsonb not null default '{}',
  add column finished_at timestamptz;
