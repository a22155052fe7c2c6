-- Keys of the files in which processes keep the embedded search index (contracts/conventions/sealing.md). A file
-- holds words of texts as they were at a change of the rows: an erasure removes its key.
create table search_snapshots (
  id uuid primary key,
  generation integer not null,
  change bigint not null,
  position bigint not null,
  key bytea not null check (octet_length(key) = 40)
);
