-- Streams whose first 30 seconds left the service: with the plays that are reported they are what uses up free plays,
-- so that not reporting plays does not make them endless. No event: nothing is decided again from it later.
-- `subject` is a user's id or `device:<id>` of a visitor; `address` a keyed hash, for visitors only and of one day.
create table served_streams (
  grant_id uuid not null,
  shard smallint not null,
  subject text not null,
  day date not null,
  track_id uuid not null,
  bytes_served bigint not null check (bytes_served > 0),
  counted_at timestamptz not null,
  address text,
  primary key (grant_id, shard)
);

-- A listener's day, and whether a track of it is still playing.
create index served_streams_of_subject on served_streams (subject, day, track_id);

-- All visitors behind an address together: a device's id is only what it says.
create index served_streams_of_address on served_streams (address, day) where address is not null;
