-- A number in place of a hash over all searches, and no slug of a text that may be erased.

-- Moves with each search that is saved, paused, followed anew or removed.
alter table saved_search_checkpoint add column mark bigint not null default 0;

-- The last slug of a text that is gone comes from its history.
alter table saved_search_matches drop column slug;
