-- The lists of the editors' desk, derived from the log by followers that keep their position here. Everything but the
-- settlements can be dropped and is built again.

create table desk_followers (
  name text primary key check (name in ('board', 'impact')),
  -- Of the code that wrote the rows; after a change of it they are written anew.
  version integer not null default 0 check (version >= 0),
  -- Where a rebuild begins: facts from before the desk was there surprise nobody.
  starts_at bigint not null check (starts_at >= 0),
  position bigint not null check (position >= starts_at)
);
insert into desk_followers (name, starts_at, position) values ('board', 0, 0);
insert into desk_followers (name, starts_at, position) select 'impact', position, position from log_head;

-- One row a text that people work on or worked on; texts that only a policy published have none.
create table desk_board (
  article_id uuid primary key,
  -- Of the last event of the text: an older row is refused.
  position bigint not null check (position > 0),
  slug text not null,
  title text not null,
  content_type text not null,
  language text not null,
  jurisdiction text[] not null,
  status text not null,
  public_status text not null,
  version text,
  -- Of the draft, lower-case hex.
  sha256_hash text,
  authors text[] not null,
  assigned_to uuid,
  pending text check (pending in ('withdrawal', 'deletion')),
  scheduled_at timestamptz,
  -- {code, at} of the refusal at the hour of a publication.
  stopped jsonb,
  -- {code, severity} each.
  flags jsonb not null,
  flag_codes text[] not null,
  open_comments integer not null check (open_comments >= 0),
  changed_at timestamptz not null,
  changed_by text not null,
  -- Words of title and slug, folded.
  words tsvector not null
);
create index desk_board_by_change on desk_board (changed_at, article_id);
create index desk_board_by_status on desk_board (status, changed_at, article_id);
create index desk_board_by_assigned on desk_board (assigned_to, changed_at, article_id);
create index desk_board_by_hour on desk_board (scheduled_at, article_id) where scheduled_at is not null;
create index desk_board_by_pending on desk_board (pending, changed_at, article_id) where pending is not null;
create index desk_board_by_author on desk_board using gin (authors);
create index desk_board_by_flag on desk_board using gin (flag_codes);
create index desk_board_by_words on desk_board using gin (words);

-- Rows of the board by state: a long list is not counted each time.
create table desk_board_counts (
  status text primary key,
  texts integer not null
);

-- What the open drafts cite, by the names of citation_edges.
create table desk_draft_citations (
  article_id uuid primary key,
  names text[] not null
);
create index desk_draft_citations_by_name on desk_draft_citations using gin (names);

-- Facts about cited texts that those who cite them have to know.
create table desk_impact_changes (
  -- That of the event; of a treatment, UUID v5 of the event and the text that it turned red.
  id uuid primary key,
  position bigint not null check (position > 0),
  at timestamptz not null,
  cause text not null,
  cited_id uuid not null,
  cited_slug text not null,
  cited_title text not null,
  old_version text,
  new_version text,
  -- Wording before and after, shortened.
  before text,
  after text,
  detail text
);

-- Who is concerned by them: one row a citing text. id: UUID v5 of the change and the citing text.
create table desk_impact_notices (
  id uuid primary key,
  change_id uuid not null references desk_impact_changes on delete cascade,
  position bigint not null check (position > 0),
  citing_id uuid not null,
  citing_slug text not null,
  citing_title text not null,
  is_draft boolean not null,
  -- {start, end, words} each; UTF-16 units of the citing wording.
  sentences jsonb not null
);
create index desk_impact_notices_by_position on desk_impact_notices (position, id);
create index desk_impact_notices_by_citing on desk_impact_notices (citing_slug, position, id);
create index desk_impact_notices_by_change on desk_impact_notices (change_id);
create index desk_impact_changes_by_cited on desk_impact_changes (cited_slug);

-- Notices that a person settled: decisions, so they are kept through a rebuild.
create table desk_impact_settlements (
  notice_id uuid primary key,
  settled_by uuid not null,
  settled_at timestamptz not null
);
