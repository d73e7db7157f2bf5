-- How far the backups reach: everything that was committed before `reached_at` is in one of that kind. A run writes
-- `began_at` before it reads, so that a commit follows each moment that a restore may ask for.
create table backups (
  kind text primary key check (kind in ('base', 'wal')),
  began_at timestamptz not null,
  reached_at timestamptz
);
