-- As before; but a range has its checks of its own. An engine that spreads filled tables cannot give them to a parent and
-- to its ranges under one name, so there the parents have none (`backend/store/spread.ts`).
create or replace function create_range(parent text, first bigint, past_last bigint) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  range text := format('%s_%s', parent, first);
  shard text := case when parent in ('ledger_events', 'plays_events') then 'shard, ' else '' end;
begin
  -- Elsewhere it means nothing.
  perform set_config('citus.enable_unsafe_triggers', 'on', true);
  execute format('create table %I (like %I including defaults including constraints)', range, parent);
  if not exists (select from pg_constraint where conrelid = format('%I', range)::regclass and contype = 'c') then
    execute format('alter table %I
      add constraint events_position_check check (position > 0),
      add constraint events_stream_check check (stream <> ''''),
      add constraint events_stream_version_check check (stream_version > 0),
      add constraint events_schema_version_check check (schema_version > 0)', range);
  end if;
  execute format('alter table %I add primary key (%sposition), add constraint positions check (position >= %s and position < %s)',
    range, shard, first, past_last);
  execute format('create unique index %I on %I (%sstream, stream_version)', range || '_stream', range, shard);
  execute format('create trigger no_truncate before truncate on %I for each statement execute function refuse_change()',
    range);
  execute format('alter table %I attach partition %I for values from (%s) to (%s)', parent, range, first, past_last);
  execute format('alter table %I drop constraint positions', range);
end
$$;
