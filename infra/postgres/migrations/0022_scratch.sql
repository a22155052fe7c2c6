-- What people are typing and did not save yet. No fact: a row goes after it became one.

create table editor_scratches (
  -- A member of staff.
  person uuid not null,
  -- `text/<slug>`, or `new/<uuid>` for a text that was never saved.
  subject text not null check (subject ~ '^(text|new)/[a-z0-9-]+$' and length(subject) <= 605),
  -- Tag of the draft that it began from.
  base bytea check (octet_length(base) = 32),
  -- The text before the changes, in UTF-8, which may hold NUL.
  origin bytea not null,
  -- Of the text after the changes.
  text_sha256 bytea not null check (octet_length(text_sha256) = 32),
  changes integer not null default 0,
  -- UTF-16 units that they inserted.
  changed_units integer not null default 0,
  -- The other members of the form, as JSON.
  members text not null,
  members_sha256 bytea not null check (octet_length(members_sha256) = 32),
  -- The browser window that wrote last, and the number of its request.
  window_id uuid not null,
  sequence bigint not null check (sequence > 0),
  changed_at timestamptz not null,
  discarded_at timestamptz,
  -- When its words became a fact while its person went on; the next change begins from that fact.
  settled_at timestamptz,
  -- Why it did not become a fact when its person rested: an error code.
  notice text,
  primary key (person, subject)
);
create index editor_scratches_by_change on editor_scratches (changed_at);

-- A change of 2 characters in a text of 2 MB is a row of some bytes.
create table editor_scratch_changes (
  person uuid not null,
  subject text not null,
  sequence bigint not null,
  -- UTF-16 units.
  start_at integer not null check (start_at >= 0),
  removed integer not null check (removed >= 0),
  -- UTF-8.
  inserted bytea not null,
  primary key (person, subject, sequence),
  foreign key (person, subject) references editor_scratches on delete cascade
);
