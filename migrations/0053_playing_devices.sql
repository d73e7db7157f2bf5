-- What people's devices play, a row a log-in: it goes with the session. This is presence, no fact worth keeping: what
-- nobody has told anew for an hour is shown to nobody, and the night deletes it.
create table playing_devices (
  session_id uuid primary key references sessions on delete cascade,
  user_id uuid not null,
  is_playing boolean not null,
  -- The device names each queue, so that it sends one only once.
  queue_id uuid not null,
  queue uuid[] not null check (cardinality(queue) between 1 and 500),
  -- Of a mixed queue each song's place before, -1 for one that came later; null in its own order.
  unmixed integer[] check (cardinality(unmixed) = cardinality(queue)),
  place integer not null check (place >= 0 and place < cardinality(queue)),
  position_ms integer not null check (position_ms >= 0),
  is_repeating boolean not null,
  repeats_all boolean not null,
  told_at timestamptz not null,
  -- Until then somebody looks from another device, and this one tells more often.
  watched_until timestamptz not null,
  -- What another device has asked and this one has not answered, and what it answered last.
  ask_id uuid,
  asked_for text check (asked_for in ('pause', 'hand_over')),
  asked_at timestamptz,
  answered_id uuid,
  check (num_nulls(ask_id, asked_for, asked_at) in (0, 3))
);
create index playing_devices_of_user on playing_devices (user_id);
create index playing_devices_by_age on playing_devices (told_at);
