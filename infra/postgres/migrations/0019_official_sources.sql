-- Folders whose texts `import --publish` publishes under the policy official-import. A removed one
-- stays, since rows of the audit name its id.
create table official_sources (
  id uuid primary key,
  folder text not null,
  publisher text not null,
  licence text,
  added_by text not null,
  added_at timestamptz not null default now(),
  removed_at timestamptz
);
create unique index official_sources_folder on official_sources (folder) where removed_at is null;
