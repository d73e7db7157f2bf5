-- How often something was tried lately: `level` tries as of `noted_at`, of which one decays every `every_ms`. A try that
-- finds `burst` of them is refused and does not count. `subject` is a keyed hash.
create table rates (
  subject text primary key,
  burst double precision not null check (burst > 0),
  every_ms double precision not null check (every_ms > 0),
  level double precision not null check (level >= 0),
  noted_at timestamptz not null,
  is_full boolean not null
);

-- Forgetting what counts no longer.
create index rates_by_age on rates (noted_at);

-- Browsers that a person has logged in with, by a keyed hash of the key in their cookie: strangers' wrong passwords do not
-- stand in their way.
create table known_devices (
  user_id uuid not null,
  device text not null,
  noted_at timestamptz not null,
  primary key (user_id, device)
);
create index known_devices_by_age on known_devices (noted_at);
