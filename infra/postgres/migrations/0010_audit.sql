-- Who did what to which record, and when. No content, no key, no name: subjects and actors are ids.

create table audit_acts (
  -- In the order of recording; a transaction that fails leaves a gap.
  position bigint primary key generated always as identity,
  at timestamptz not null default clock_timestamp(),
  kind text not null check (kind ~ '^[a-z-]+\.[a-z-]+$'),
  actor text not null check (actor <> ''),
  subject text,
  data jsonb not null
);
create index audit_acts_by_time on audit_acts (at);

create trigger audit_acts_are_never_changed
  before update or delete or truncate on audit_acts
  for each statement execute function refuse_change();
-- Also where a restore or a replica turns ordinary triggers off.
alter table audit_acts enable always trigger audit_acts_are_never_changed;
