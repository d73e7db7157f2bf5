-- Where the next version of a projection is built while the present one answers.
create schema projected_next;

-- Functions that a projection's tables need (triggers), to be moved and dropped with them.
alter table projection_versions add column functions text[] not null default '{}';

-- A build that is going on, or was interrupted and will go on.
create table projection_builds (
  name text primary key,
  version integer not null check (version > 0),
  -- Of the statements that made the tables: others begin from zero.
  tables_hash text not null,
  tables text[] not null,
  functions text[] not null,
  started_at timestamptz not null default now()
);

-- How far a build has come in each log. Moved in the same transaction as its rows.
create table build_checkpoints (
  name text not null references projection_builds on delete cascade,
  log text not null,
  position bigint not null default 0 check (position >= 0),
  primary key (name, log)
) with (fillfactor = 50);
