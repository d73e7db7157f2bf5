-- What an artist was shown of where the listeners of a month (or quarter year) are and how old: rounded numbers of groups,
-- as JSON. Kept as shown first: an answer that followed later changes of profiles could be watched until it tells of one
-- person. No event, because nothing is decided by it.
create table insight_groups (
  artist_id uuid not null,
  -- Lagos days, both included.
  first_day date not null,
  last_day date not null check (last_day > first_day),
  answer text not null,
  primary key (artist_id, first_day, last_day)
);
