-- Everything that can be made again from the events lives in its own schema; nothing in `public` refers to it.
create schema projected;

-- Which version of each projection stands in `projected`, and with which tables.
create table projection_versions (
  name text primary key,
  version integer not null check (version > 0),
  tables text[] not null,
  installed_at timestamptz not null default now()
);

-- How far each projection and each reactor has come in each log. Moved in the same transaction as its effects.
create table checkpoints (
  name text not null,
  log text not null,
  position bigint not null default 0 check (position >= 0),
  primary key (name, log)
) with (fillfactor = 50);
