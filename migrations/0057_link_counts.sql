-- How often an artist's link page was opened, and its Follow pressed, by day and by the source that the artist put into
-- the link ("poster", "ig"). Numbers alone: nothing says who. No event, because most of these are robots' and nothing is
-- decided by them.
create table link_counts (
  creator_id uuid not null,
  -- Lagos day.
  day date not null,
  source text not null check (source ~ '^[a-z0-9-]{0,24}$'),
  opened bigint not null default 0 check (opened >= 0),
  follows bigint not null default 0 check (follows >= 0),
  primary key (creator_id, day, source)
);
-- The night deletes days that are older than two years.
create index link_counts_by_day on link_counts (day);
