-- Where an engine spreads the tables of shards over servers, a range is spread as it is attached, with its trigger.
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
