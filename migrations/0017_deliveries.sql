-- What of a track was sent to a listener under a stream ticket, as stretches of the sound in ms: a play earns for sound
-- that was delivered. No event: a report names the tickets it used, and how much of each, so nothing is decided again
-- from here. The listener and the track lead the key, because a report asks for all tickets of both.
create table deliveries (
  shard smallint not null,
  listener_id uuid not null,
  track_id uuid not null,
  ticket_id uuid not null,
  -- What the listener's device called itself; null where it gave no name.
  device text,
  -- The pace of listening that the ticket declared: sound comes no faster than a burst and then this times the clock.
  speed real not null check (speed between 0.5 and 2),
  -- A copy for offline play is sent without a pace.
  is_copy boolean not null,
  began_at timestamptz not null,
  last_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > began_at),
  stretches int4multirange not null,
  delivered_ms integer not null check (delivered_ms >= 0),
  -- When so much had been delivered that it is the whole track: an offline licence covers only those.
  whole_ms integer not null,
  whole_at timestamptz,
  primary key (shard, listener_id, track_id, ticket_id)
);

-- Music that was saved before deliveries were written down: its licence goes on covering what was sent whole. It proves
-- nothing else, because nothing is left of its sound.
insert into deliveries (shard, listener_id, track_id, ticket_id, speed, is_copy, began_at, last_at, ends_at, stretches,
  delivered_ms, whole_ms, whole_at)
select shard, subject::uuid, track_id, grant_id, 1, true, counted_at, whole_at, whole_at + interval '1 second', '{}', 0, 0,
  whole_at
from served_streams
where whole_at is not null and address is null and subject ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';
