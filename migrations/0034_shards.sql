-- Plays and money stand in tables of their own, and each of their rows says its shard: so a database of many servers can
-- spread them by it. What belongs to everyone (accounts, catalogue, follows …) stays where it is.
--
-- In two steps, so that no process has to stop. Now the new names are views of the old tables: older and newer processes
-- work side by side. Where nobody else is connected, or when an operator says so (`deno task shards --separate`),
-- `separate_shards()` puts tables in the place of the views.

-- There was one shard so far.
alter table logs add column shard smallint not null default 0;
alter table events add column shard smallint not null default 0;
alter table event_ids add column shard smallint not null default 0;
alter table command_results add column shard smallint not null default 0;
alter table chain_blocks add column shard smallint not null default 0;

create view all_logs as select shard, log, last_position from logs;
create view shard_logs as select shard, log, last_position from logs where log <> 'social';
create view ledger_events as
  select shard, log, position, stream, stream_version, event_id, type, schema_version, data, metadata, occurred_at,
    recorded_at
  from events where log like 'ledger/%';
create view plays_events as
  select shard, log, position, stream, stream_version, event_id, type, schema_version, data, metadata, occurred_at,
    recorded_at
  from events where log like 'plays/%';
create view shard_event_ids as select shard, event_id, log, position from event_ids where log <> 'social';
-- A result does not say its log, and the other table is never asked for an id of a shard: so these are all.
create view shard_command_results as
  select shard, command_id, actor, name, fingerprint, outcome, recorded_at from command_results;
create view shard_chain_blocks as
  select shard, log, block, first_position, last_position, event_hashes, debits, credits, previous_hash, hash, format,
    sealed_at
  from chain_blocks where log <> 'social';

create function shards_are_separate() returns boolean language sql stable set search_path = public as $$
  select relkind <> 'v' from pg_class where oid = 'shard_logs'::regclass
$$;

-- The table for a range of positions [first, past_last) of `events_<log>`, `ledger_events` or `plays_events`. A range of
-- the last two holds these positions of every shard. Made whole on its own and then attached, as before.
create function create_range(parent text, first bigint, past_last bigint) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  range text := format('%s_%s', parent, first);
  shard text := case when parent in ('ledger_events', 'plays_events') then 'shard, ' else '' end;
begin
  execute format('create table %I (like %I including defaults including constraints)', range, parent);
  execute format('alter table %I add primary key (%sposition), add constraint positions check (position >= %s and position < %s)',
    range, shard, first, past_last);
  execute format('create unique index %I on %I (%sstream, stream_version)', range || '_stream', range, shard);
  execute format('create trigger no_truncate before truncate on %I for each statement execute function refuse_change()',
    range);
  execute format('alter table %I attach partition %I for values from (%s) to (%s)', parent, range, first, past_last);
  execute format('alter table %I drop constraint positions', range);
end
$$;

create or replace function create_log(new_log text, name text) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  own_shard smallint := case when new_log = 'social' then 0 else split_part(new_log, '/', 2)::smallint end;
begin
  if new_log <> 'social' and shards_are_separate() then
    insert into shard_logs (shard, log) values (own_shard, new_log) on conflict do nothing;
    return;
  end if;
  insert into logs (log, shard) values (new_log, own_shard) on conflict do nothing;
  if not found then return; end if;
  execute format('create table %I partition of events for values in (%L) partition by range (position)',
    'events_' || name, new_log);
  perform create_range('events_' || name, 1, 1 + positions_per_range());
end
$$;

-- Makes the next range of every table whose newest position has passed the middle of its last one.
create or replace function ensure_ranges() returns setof text language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  parent text;
  head bigint;
  first bigint;
  past_last bigint;
begin
  -- Several processes at once: the second one finds the work done.
  perform pg_advisory_xact_lock(7265746002);
  for parent, head in
    select case when log <> 'social' and shards_are_separate() then split_part(log, '/', 1) || '_events'
      else 'events_' || replace(log, '/', '_') end as parent_table, max(last_position)
    from all_logs group by 1 order by 1
  loop
    loop
      select bounds[1]::bigint, bounds[2]::bigint into strict first, past_last from (
        select regexp_match(pg_get_expr(relpartbound, oid), 'FROM \(''(\d+)''\) TO \(''(\d+)''\)') as bounds
        from pg_class join pg_inherits on inhrelid = oid where inhparent = format('%I', parent)::regclass
      ) as ranges order by bounds[2]::bigint desc limit 1;
      exit when head < (first + past_last) / 2;
      perform create_range(parent, past_last, past_last + positions_per_range());
      return next parent;
    end loop;
  end loop;
end
$$;

-- Takes the ranges of a log from `events` and attaches them, as they are, to the table of its kind. Their keys get the
-- shard; an index of the name `<range>_shard` or `<range>_shard_stream` that was built before is used.
create function separate_ranges(old_parent text, new_parent text) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  range text;
  bounds text[];
begin
  for range, bounds in
    select relname, regexp_match(pg_get_expr(relpartbound, oid), 'FROM \(''(\d+)''\) TO \(''(\d+)''\)')
    from pg_class join pg_inherits on inhrelid = oid where inhparent = format('%I', old_parent)::regclass order by oid
  loop
    execute format('alter table %I detach partition %I', old_parent, range);
    execute format('create unique index if not exists %I on %I (shard, position)', range || '_shard', range);
    execute format('create unique index if not exists %I on %I (shard, stream, stream_version)',
      range || '_shard_stream', range);
    execute format('alter table %I drop constraint %I, add primary key using index %I', range, range || '_pkey',
      range || '_shard');
    execute format('drop index %I', range || '_stream');
    execute format('alter table %I add constraint positions check (position >= %s and position < %s)', range, bounds[1],
      bounds[2]);
    execute format('alter table %I attach partition %I for values from (%s) to (%s)', new_parent, range, bounds[1],
      bounds[2]);
    execute format('alter table %I drop constraint positions', range);
  end loop;
  execute format('drop table %I', old_parent);
end
$$;

-- Puts tables in the place of the views, while nobody reads or appends: it locks them. Only a database that has one shard
-- has events; the ranges of other shards are empty and go.
create function separate_shards() returns boolean language plpgsql set search_path = public, pg_temp as $$
declare
  other text;
  -- Who may append keeps the right to, from one moment to the next.
  services text[] := array(
    select distinct pg_get_userbyid(grantee) from pg_class, aclexplode(relacl)
    where oid = 'ledger_events'::regclass and privilege_type = 'INSERT' and grantee not in (0, relowner)
  );
  service text;
begin
  if shards_are_separate() then return false; end if;
  lock table shard_logs, all_logs, ledger_events, plays_events, shard_event_ids, shard_command_results,
    shard_chain_blocks in access exclusive mode;
  if exists (select from logs where shard > 0 and last_position > 0) then
    raise exception 'shards beside the first already have events';
  end if;
  drop view all_logs, shard_logs, ledger_events, plays_events, shard_event_ids, shard_command_results,
    shard_chain_blocks;

  create table shard_logs (
    shard smallint not null,
    log text not null check (log in ('ledger/' || shard, 'plays/' || shard)),
    last_position bigint not null default 0 check (last_position >= 0),
    primary key (shard, log)
  ) with (fillfactor = 20);
  insert into shard_logs select shard, log, last_position from logs where log <> 'social';
  delete from logs where log <> 'social';
  create view all_logs as
    select shard, log, last_position from shard_logs union all select shard, log, last_position from logs;

  create table ledger_events (like events including constraints) partition by range (position);
  create table plays_events (like events including constraints) partition by range (position);
  create trigger events_append_only before update or delete on ledger_events
    for each row execute function refuse_change();
  create trigger events_append_only before update or delete on plays_events
    for each row execute function refuse_change();
  create trigger events_no_truncate before truncate on ledger_events
    for each statement execute function refuse_change();
  create trigger events_no_truncate before truncate on plays_events
    for each statement execute function refuse_change();
  for other in select log from shard_logs where shard > 0 loop
    execute format('drop table %I', 'events_' || replace(other, '/', '_'));
  end loop;
  perform separate_ranges('events_ledger_0', 'ledger_events');
  perform separate_ranges('events_plays_0', 'plays_events');

  -- Nearly all ids and blocks are of shards: their tables change names, and the few others move.
  alter table event_ids rename to shard_event_ids;
  alter table shard_event_ids drop constraint event_ids_pkey, add primary key (shard, event_id);
  create table event_ids (event_id uuid primary key, log text not null, position bigint not null);
  insert into event_ids select event_id, log, position from shard_event_ids where log = 'social';
  alter table shard_event_ids disable trigger user;
  delete from shard_event_ids where log = 'social';
  alter table shard_event_ids enable trigger user;
  create trigger event_ids_append_only before update or delete on event_ids
    for each row execute function refuse_change();
  create trigger event_ids_no_truncate before truncate on event_ids
    for each statement execute function refuse_change();

  alter table chain_blocks rename to shard_chain_blocks;
  create table chain_blocks (like shard_chain_blocks including defaults including constraints including storage,
    primary key (log, block), unique (log, first_position), unique (log, last_position));
  insert into chain_blocks select * from shard_chain_blocks where log = 'social';
  alter table shard_chain_blocks disable trigger user;
  delete from shard_chain_blocks where log = 'social';
  alter table shard_chain_blocks enable trigger user;
  alter table shard_chain_blocks drop constraint chain_blocks_pkey, drop constraint chain_blocks_log_first_position_key,
    drop constraint chain_blocks_log_last_position_key, add primary key (shard, log, block),
    add unique (shard, log, first_position), add unique (shard, log, last_position);
  create trigger chain_blocks_append_only before update or delete on chain_blocks
    for each row execute function refuse_change();
  create trigger chain_blocks_no_truncate before truncate on chain_blocks
    for each statement execute function refuse_change();

  -- Of a result nobody knows the log: both tables have those of before.
  create table shard_command_results (like command_results including constraints, primary key (shard, command_id));
  insert into shard_command_results select * from command_results;
  create trigger command_results_append_only before update or delete on shard_command_results
    for each row execute function refuse_change();
  create trigger command_results_no_truncate before truncate on shard_command_results
    for each statement execute function refuse_change();

  foreach service in array services loop
    execute format('grant select on all_logs to %I', service);
    execute format('grant select, update on shard_logs to %I', service);
    execute format('grant select, insert on ledger_events, plays_events, event_ids, chain_blocks, shard_command_results to %I',
      service);
  end loop;
  return true;
end
$$;

revoke all on function separate_shards(), separate_ranges(text, text), create_range(text, bigint, bigint) from public;
