-- How far each follower has come in a shard's logs stands with the shard, so that events are read, rows written and the
-- position moved in one transaction of that shard. Of what belongs to everyone, and of projections whose rows do, it
-- stays in `checkpoints`.
--
-- In two steps, as plays and money got their own tables (0034). Now the new name is a view, so that older and newer
-- processes hold the same rows. Where nobody else is connected, or with `deno task shards --separate`, the function below
-- puts a table in its place.
alter table checkpoints add column shard smallint not null default 0;
update checkpoints set shard = split_part(log, '/', 2)::smallint where log <> 'social';

-- Processes of before name no shard.
create function name_shard() returns trigger language plpgsql as $$
begin
  new.shard := case when new.log = 'social' then 0 else split_part(new.log, '/', 2)::smallint end;
  return new;
end
$$;
create trigger checkpoints_name_shard before insert on checkpoints for each row execute function name_shard();

create view shard_checkpoints as select shard, name, log, position from checkpoints where log <> 'social';
create view all_checkpoints as select name, log, position from checkpoints;

create function checkpoints_are_separate() returns boolean language sql stable set search_path = public as $$
  select relkind <> 'v' from pg_class where oid = 'shard_checkpoints'::regclass
$$;

-- Puts a table in the place of the view, while nobody follows: it locks both. `everyones` are the projections whose rows
-- belong to everyone: their positions stay beside them.
create function separate_checkpoints(everyones text[]) returns boolean
language plpgsql set search_path = public, pg_temp as $$
declare
  services text[] := array(
    select distinct pg_get_userbyid(grantee) from pg_class, aclexplode(relacl)
    where oid = 'shard_checkpoints'::regclass and privilege_type = 'UPDATE' and grantee not in (0, relowner)
  );
  service text;
begin
  if checkpoints_are_separate() then return false; end if;
  lock table shard_checkpoints, all_checkpoints, checkpoints in access exclusive mode;
  drop view all_checkpoints, shard_checkpoints;
  create table shard_checkpoints (
    shard smallint not null,
    name text not null,
    log text not null check (log in ('ledger/' || shard, 'plays/' || shard)),
    position bigint not null default 0 check (position >= 0),
    primary key (shard, name, log)
  ) with (fillfactor = 50);
  insert into shard_checkpoints select shard, name, log, position from checkpoints
    where log <> 'social' and name <> all(everyones);
  delete from checkpoints where log <> 'social' and name <> all(everyones);
  create trigger checkpoints_no_way_back before update on shard_checkpoints
    for each row when (new.position < old.position) execute function refuse_going_back();
  create view all_checkpoints as
    select name, log, position from shard_checkpoints union all select name, log, position from checkpoints;
  drop trigger checkpoints_name_shard on checkpoints;
  drop function name_shard();
  alter table checkpoints drop column shard;
  foreach service in array services loop
    execute format('grant select on all_checkpoints to %I', service);
    execute format('grant select, insert, update, delete on shard_checkpoints to %I', service);
  end loop;
  return true;
end
$$;
revoke all on function separate_checkpoints(text[]) from public;

-- How far a build has come in a shard's logs, moved in the same transaction as its rows there.
create table shard_build_checkpoints (
  shard smallint not null,
  name text not null,
  log text not null check (log in ('ledger/' || shard, 'plays/' || shard)),
  position bigint not null default 0 check (position >= 0),
  primary key (shard, name, log)
) with (fillfactor = 50);
