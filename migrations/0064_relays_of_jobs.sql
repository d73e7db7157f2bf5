-- When a job was first due: how old it is does not change when it is put off. Jobs of before have `run_at` alone.
alter table jobs add column due_at timestamptz;

-- What jobs go through, such as the mail relay, while it is away: one job asks it at `next_try`, the others wait.
create table job_relays (
  name text primary key,
  failures integer not null check (failures > 0),
  next_try timestamptz not null,
  reason text not null
);
