-- What was sent of a song to a listener on a Lagos day since they took it whole, as stretches of the sound in ms: two
-- processes that send half a song each have sent one. No event: only the free plays of a day are counted by it.
create table songs_in_part (
  shard smallint not null,
  -- A user's id or `device:<id>` of a visitor.
  subject text not null,
  track_id uuid not null,
  day date not null,
  -- How often the song had been taken whole that day when these stretches began. Once they are whole they stay until the
  -- next begin.
  taken integer not null check (taken >= 0),
  stretches int4multirange not null,
  sent_ms integer not null check (sent_ms >= 0),
  whole_ms integer not null,
  primary key (shard, subject, track_id, day)
) with (fillfactor = 70);
