-- Replay: what stands behind the live generation, which build is under way, and what came of each.

-- The generation that was served before, kept so that one can go back to it.
alter table live_generation add column previous integer references generations on delete set null;

-- Somebody asked for this stream to be folded again; the projector that holds the generation does it.
alter table parked_streams add column retry boolean not null default false;

-- One row a build, kept for good: numbers of generations are never used twice.
create table replays (
  generation integer primary key check (generation > 0),
  -- building: not ended; a killed one is gone on with. refused: built, but not equal to what was served.
  status text not null check (status in ('building', 'refused', 'swapped')),
  -- What the comparison said, once there is one.
  result json,
  started_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz
);
