-- Facts about this database that are fixed when it is made, such as the number of shards.
create table settings (
  key text primary key,
  value text not null
);

-- One head row a log: it hands out positions. Whoever appends locks it first, so positions have no gaps and follow
-- the order of commits; a rollback gives its numbers back. The low fill factor keeps its many updates on one page.
create table logs (
  log text primary key,
  last_position bigint not null default 0 check (last_position >= 0)
) with (fillfactor = 20);

-- The facts. `data` is canonical JSON text: the type json keeps the bytes, jsonb would reorder them.
-- List partitions by log, range partitions by position below them (made by the migrator for each log). Keys stand on the
-- ranges: an index that also held `log`, which is one value in a partition, would only mislead the planner.
create table events (
  log text not null,
  position bigint not null check (position > 0),
  stream text not null check (stream <> ''),
  stream_version integer not null check (stream_version > 0),
  event_id uuid not null,
  type text not null,
  schema_version smallint not null check (schema_version > 0),
  data json not null,
  metadata json not null,
  occurred_at timestamptz not null,
  recorded_at timestamptz not null
) partition by list (log);

-- Event ids are unique over all logs and partitions, which an index on a partitioned table cannot promise.
create table event_ids (
  event_id uuid primary key,
  log text not null,
  position bigint not null
);

-- The result of every command that carries its own id: the same id gives the first result again, and a refused
-- money command stays refused. The fingerprint (keyed HMAC) tells the same content from other content.
create table command_results (
  command_id uuid primary key,
  actor text not null,
  name text not null,
  fingerprint bytea not null,
  outcome json not null,
  recorded_at timestamptz not null
);

-- Append-only is a rule of the database, whoever is logged in: rows of these tables never change and never go.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'table % is append-only', tg_table_name using errcode = 'insufficient_privilege';
end
$$;

create trigger events_append_only before update or delete on events
  for each row execute function refuse_change();
create trigger events_no_truncate before truncate on events
  for each statement execute function refuse_change();
create trigger event_ids_append_only before update or delete on event_ids
  for each row execute function refuse_change();
create trigger event_ids_no_truncate before truncate on event_ids
  for each statement execute function refuse_change();
create trigger command_results_append_only before update or delete on command_results
  for each row execute function refuse_change();
create trigger command_results_no_truncate before truncate on command_results
  for each statement execute function refuse_change();

-- Makes a log: its head row, its list partition and the first range of positions below it.
create function create_log(new_log text, name text) returns void language plpgsql as $$
begin
  insert into logs (log) values (new_log) on conflict do nothing;
  if not found then return; end if;
  execute format('create table %I partition of events for values in (%L) partition by range (position)',
    'events_' || name, new_log);
  perform create_positions(name, 1, 20000001);
end
$$;

-- Makes the table for a range of positions [first, past_last) of a log. Versions of a stream are unique inside it; the
-- head's lock keeps them so across ranges. A partition does not inherit the parent's trigger against TRUNCATE.
create function create_positions(name text, first bigint, past_last bigint) returns void language plpgsql as $$
declare
  partition text := format('events_%s_%s', name, first);
begin
  execute format('create table %I partition of %I for values from (%s) to (%s)',
    partition, 'events_' || name, first, past_last);
  execute format('alter table %I add primary key (position)', partition);
  execute format('create unique index %I on %I (stream, stream_version)', partition || '_stream', partition);
  execute format('create trigger no_truncate before truncate on %I for each statement execute function refuse_change()',
    partition);
end
$$;
