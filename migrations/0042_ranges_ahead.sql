-- As before; but where an engine spreads tables over servers, they are only made while every server answers: there are
-- always two ranges ahead.
create or replace function ensure_ranges() returns setof text language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  is_spread boolean := exists (select from pg_extension where extname = 'citus');
  ahead int;
  parent text;
  head bigint;
  wanted bigint;
  first bigint;
  past_last bigint;
begin
  -- Several processes at once: the second one finds the work done.
  perform pg_advisory_xact_lock(7265746002);
  for parent, head in
    select case when log <> 'social' and shards_are_separate() then split_part(log, '/', 1) || '_events'
      else 'events_' || replace(log, '/', '_') end as parent_table, last_position
    from all_logs order by 1, 2
  loop
    wanted := head + 1;
    ahead := 0;
    loop
      select bounds[1]::bigint, bounds[2]::bigint into first, past_last from (
        select regexp_match(pg_get_expr(relpartbound, oid), 'FROM \(''(\d+)''\) TO \(''(\d+)''\)') as bounds
        from pg_class join pg_inherits on inhrelid = oid where inhparent = format('%I', parent)::regclass
      ) as ranges where wanted >= bounds[1]::bigint and wanted < bounds[2]::bigint;
      if not found then
        -- As it was, where it has been before; else behind the newest.
        select archived.first_position, archived.last_position + 1 into first, past_last from archived_ranges as archived
        where log like split_part(parent, '_', 1) || '/%' and wanted between archived.first_position and archived.last_position
        limit 1;
        if not found then
          first := wanted;
          past_last := wanted + positions_per_range();
        end if;
        perform create_range(parent, first, past_last);
        return next parent;
      end if;
      exit when case when is_spread then ahead = 2 else ahead = 1 or head < (first + past_last) / 2 end;
      ahead := ahead + 1;
      wanted := past_last;
    end loop;
  end loop;
end
$$;
