-- Songs that a listener is being sent and that may yet become free plays, of all processes: one that begins counts those
-- that began before it, so that songs begun at once in several processes use no more free plays than are left. A row for
-- each listener, because its lock puts them in order. No event: only the free plays of a moment are counted by it.
create table songs_beginning (
  shard smallint not null,
  -- A user's id or `device:<id>` of a visitor.
  subject text not null,
  -- JSON, by a key of its own for each begin: [track, grant, up to when it may be beginning in epoch ms].
  songs jsonb not null check (jsonb_typeof(songs) = 'object'),
  noted_at timestamptz not null,
  primary key (shard, subject)
) with (fillfactor = 50);
