-- Ranges were made in `projected` by a migrator that had it first in its search path: they are truth, not disposable.
do $$
declare
  partition regclass;
begin
  for partition in select relid from pg_partition_tree('events') join pg_class on oid = relid
    where relnamespace = 'projected'::regnamespace
  loop
    execute format('alter table %s set schema public', partition);
  end loop;
end
$$;

-- How many positions a range of a log holds from now on; ranges that exist keep their size.
create function positions_per_range() returns bigint language sql stable set search_path = public as $$
  select coalesce((select value::bigint from settings where key = 'positions_per_range'), 10000000)
$$;

-- The same as before, with ranges of the size that is set.
create or replace function create_log(new_log text, name text) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  insert into logs (log) values (new_log) on conflict do nothing;
  if not found then return; end if;
  execute format('create table %I partition of events for values in (%L) partition by range (position)',
    'events_' || name, new_log);
  perform create_positions(name, 1, 1 + positions_per_range());
end
$$;

-- The table is made whole on its own and then attached: attaching asks for a lock that appends do not wait for, where
-- `create table … partition of` would stop them. The constraint tells the server that there is nothing to look through.
create or replace function create_positions(name text, first bigint, past_last bigint) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  partition text := format('events_%s_%s', name, first);
  parent text := 'events_' || name;
begin
  execute format('create table %I (like %I including defaults including constraints)', partition, parent);
  execute format('alter table %I add primary key (position), add constraint positions check (position >= %s and position < %s)',
    partition, first, past_last);
  execute format('create unique index %I on %I (stream, stream_version)', partition || '_stream', partition);
  execute format('create trigger no_truncate before truncate on %I for each statement execute function refuse_change()',
    partition);
  execute format('alter table %I attach partition %I for values from (%s) to (%s)', parent, partition, first, past_last);
  execute format('alter table %I drop constraint positions', partition);
end
$$;

-- Makes the next range of every log whose head has passed the middle of its last one, and answers the logs. Runs with
-- the owner's rights: the service may ask for ranges and may not make tables.
create function ensure_ranges() returns setof text language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  log_name text;
  head bigint;
  first bigint;
  past_last bigint;
begin
  -- Several processes at once: the second one finds the work done.
  perform pg_advisory_xact_lock(7265746002);
  for log_name, head in select log, last_position from logs order by log loop
    loop
      select bounds[1]::bigint, bounds[2]::bigint into strict first, past_last from (
        select regexp_match(pg_get_expr(relpartbound, oid), 'FROM \(''(\d+)''\) TO \(''(\d+)''\)') as bounds
        from pg_class join pg_inherits on inhrelid = oid
        where inhparent = format('%I', 'events_' || replace(log_name, '/', '_'))::regclass
      ) as ranges order by bounds[2]::bigint desc limit 1;
      exit when head < (first + past_last) / 2;
      perform create_positions(replace(log_name, '/', '_'), past_last, past_last + positions_per_range());
      return next log_name;
    end loop;
  end loop;
end
$$;

revoke all on function ensure_ranges() from public;
