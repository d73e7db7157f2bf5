-- Where an engine spreads the tables of shards over servers, a range is spread as it is attached, with its trigger; and
-- because tables are only made while every server answers, there are always two ranges ahead.
create or replace function create_range(parent text, first bigint, past_last bigint) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  range text := format('%s_%s', parent, first);
  shard text := case when parent in ('ledger_events', 'plays_events') then 'shard, ' else '' end;
begin
  -- Elsewhere it means nothing.
  perform set_config('citus.enable_unsafe_triggers', 'on', true);
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

create or replace function ensure_ranges() returns setof text language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  is_spread boolean := exists (select from pg_extension where extname = 'citus');
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
      exit when head < case when is_spread then first - (past_last - first) else (first + past_last) / 2 end;
      perform create_range(parent, past_last, past_last + positions_per_range());
      return next parent;
    end loop;
  end loop;
end
$$;
