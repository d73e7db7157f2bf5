-- Where an engine spreads the tables of shards over servers and can keep rows by column, old ranges are kept so: an event
-- takes about a seventh. Nothing of their bytes changes, and no row of them is written any more.

-- The table of a range, whatever its name: older ones have others.
create function table_of_range(parent text, first bigint, past_last bigint) returns regclass
language sql stable strict set search_path = public, pg_temp as $$
  select oid from pg_class join pg_inherits on inhrelid = oid
  where inhparent = parent::regclass
    and pg_get_expr(relpartbound, oid) = format('FOR VALUES FROM (''%s'') TO (''%s'')', first, past_last)
$$;

-- Copies the table of a range into one that is kept by column, beside it. Appends and reads go on.
create function copy_range_columnar(parent text, first bigint, past_last bigint) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  range regclass := table_of_range(parent, first, past_last);
  copy text := format('%s_%s_columnar', parent, first);
begin
  if parent not in ('ledger_events', 'plays_events') then raise exception 'no range of % is kept by column', parent; end if;
  perform set_config('citus.enable_unsafe_triggers', 'on', true);
  perform set_config('citus.multi_shard_modify_mode', 'sequential', true);
  execute format('create table %I (like %I including defaults including constraints) using columnar', copy, parent);
  execute format(
    'alter table %I add primary key (shard, position), add constraint positions check (position >= %s and position < %s)',
    copy, first, past_last);
  execute format('create unique index %I on %I (shard, stream, stream_version)', copy || '_stream', copy);
  execute format('create trigger no_truncate before truncate on %I for each statement execute function refuse_change()',
    copy);
  execute format('select create_distributed_table(%L, ''shard'', colocate_with => ''public.shard_logs'')', copy);
  -- A page that shows one event unpacks a thousand.
  execute format('alter table %I set (columnar.chunk_group_row_limit = 1000)', copy);
  execute format('insert into %I select * from %s', copy, range);
end
$$;
revoke all on function copy_range_columnar(text, bigint, bigint) from public;

-- Puts the copy in the place of the range, where both hold the same events byte for byte.
create function swap_range_columnar(parent text, first bigint, past_last bigint) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  range regclass := table_of_range(parent, first, past_last);
  name text := format('%s_%s', parent, first);
begin
  perform set_config('citus.enable_unsafe_triggers', 'on', true);
  -- Nobody makes ranges meanwhile.
  perform pg_advisory_xact_lock(7265746002);
  execute format('alter table %I detach partition %s', parent, range);
  execute format('drop table %s', range);
  execute format('alter table %I rename to %I', name || '_columnar', name);
  execute format('alter table %I attach partition %I for values from (%s) to (%s)', parent, name, first, past_last);
  execute format('alter table %I drop constraint positions', name);
end
$$;
revoke all on function swap_range_columnar(text, bigint, bigint) from public;
