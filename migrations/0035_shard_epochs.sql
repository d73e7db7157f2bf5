-- Which shards new people come to, from when on. Who was there before stays where they are: a user's shard is found from
-- the epoch of the time in their id. So an installation grows without moving anyone.
create table shard_epochs (
  from_at timestamptz primary key,
  first smallint not null check (first >= 0),
  shards smallint not null check (shards between 1 and 64),
  added_at timestamptz not null default now()
);
insert into shard_epochs (from_at, first, shards)
  select 'epoch', 0, value::smallint from settings where key = 'shards';

-- Epochs follow each other, and each brings shards of its own. One begins when a day's reward pool does, in Lagos, so that
-- no day is shared in part, and an hour ahead at least: every process has heard of it by then.
create function follow_epochs() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  newest shard_epochs;
begin
  select * into newest from shard_epochs order by from_at desc limit 1;
  if not found then
    if new.from_at <> 'epoch' or new.first <> 0 then raise exception 'the first epoch has no beginning'; end if;
    return new;
  end if;
  if new.first <> newest.first + newest.shards then raise exception 'shards are numbered without a gap'; end if;
  if new.from_at <= newest.from_at then raise exception 'an epoch follows the one before'; end if;
  if new.from_at < now() + interval '1 hour' then raise exception 'an epoch is announced an hour ahead'; end if;
  if (new.from_at at time zone 'Africa/Lagos')::time <> '00:00' then
    raise exception 'an epoch begins at midnight in Lagos';
  end if;
  return new;
end
$$;

create trigger epochs_follow before insert on shard_epochs for each row execute function follow_epochs();
create trigger epochs_append_only before update or delete on shard_epochs
  for each row execute function refuse_change();
create trigger epochs_no_truncate before truncate on shard_epochs
  for each statement execute function refuse_change();
