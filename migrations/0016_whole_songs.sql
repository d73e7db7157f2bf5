-- When so much of the song was served that it counts as taken whole: these rows use up free plays, where no report says
-- that less was heard. The others only prove that 30 seconds were served. Rows from before say nothing of it, and no
-- free play is taken for them.
alter table served_streams add column whole_at timestamptz;

-- A listener's day is the one on which the stream began, like that of the play that is reported of it.
comment on column served_streams.day is 'Lagos day on which the stream began';
