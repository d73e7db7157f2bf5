-- Old ranges of plays and money leave the database: the bytes that the chain hashes stand in an object of the files port,
-- and here stay the proof of it and the ways into it. Everything but `archived_ranges` could be made again from the
-- objects. All of it is kept by shard, as the events were.

-- One row a log and range. It comes in the transaction in which the range's table goes. No row ever changes.
create table archived_ranges (
  shard smallint not null,
  log text not null check (log in ('ledger/' || shard, 'plays/' || shard)),
  first_position bigint not null check (first_position > 0),
  last_position bigint not null check (last_position >= first_position),
  -- The object's key. It is written once and never again.
  object text not null unique,
  sha256 bytea not null check (octet_length(sha256) = 32),
  bytes bigint not null check (bytes > 0),
  raw_bytes bigint not null check (raw_bytes > 0),
  -- When the newest of its events was recorded: ids that were minted later are not in it.
  recorded_to timestamptz not null,
  -- Streams whose names begin with one of these are in `archived_keys`; all others are in `archived_streams`.
  sparse text[] not null,
  -- How many pages of keys it has.
  pages int not null check (pages > 0),
  archived_at timestamptz not null default now(),
  primary key (shard, log, first_position)
);

create trigger archived_ranges_append_only before update or delete on archived_ranges
  for each row execute function refuse_change();
create trigger archived_ranges_no_truncate before truncate on archived_ranges
  for each statement execute function refuse_change();

-- An object is a chain of frames, each compressed by itself: one event is read without the others.
create table archived_frames (
  shard smallint not null,
  log text not null,
  first_position bigint not null,
  last_position bigint not null check (last_position >= first_position),
  -- The first position of its range, and its number in it, from 0 on.
  range bigint not null,
  frame int not null check (frame >= 0),
  start_byte bigint not null check (start_byte >= 0),
  bytes int not null check (bytes > 0),
  sha256 bytea not null check (octet_length(sha256) = 32),
  primary key (shard, log, last_position),
  unique (shard, log, range, frame)
);

-- Where each event of a stream is: for streams that decisions read, which are few beside plays and transfers.
create table archived_streams (
  shard smallint not null,
  log text not null,
  stream text not null,
  stream_version int not null,
  position bigint not null,
  primary key (shard, log, stream, stream_version)
);

-- The many streams of one or two events, in eight bytes an event. A page holds those whose hash falls into its part: five
-- bytes of the hash and three of the frame's number, for each. What is not the stream after all is seen in the frame.
create table archived_keys (
  shard smallint not null,
  log text not null,
  range bigint not null,
  page int not null,
  keys bytea not null,
  primary key (shard, log, range, page)
);
alter table archived_keys alter column keys set storage external;

-- As before, and the ids that the service has minted may go with their archived events: nobody sends them again, and an
-- append refuses ids of that age. Derived ids stay: they are what makes a late retry take effect once.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and tg_table_name = 'shard_event_ids' then
    if substr(old.event_id::text, 15, 1) = '7' and exists (
      select from public.archived_ranges as archived
      where archived.shard = old.shard and archived.log = old.log
        and old.position between archived.first_position and archived.last_position
        and old.event_id < public.first_id(archived.recorded_to + interval '1 day')
    ) then
      return old;
    end if;
  end if;
  raise exception 'table % is append-only', tg_table_name using errcode = 'insufficient_privilege';
end
$$;

-- Before every UUIDv7 (RFC 9562, section 5.7) of the moment.
create function first_id(moment timestamptz) returns uuid language sql immutable as $$
  select (substr(hex, 1, 8) || '-' || substr(hex, 9, 4) || '-7000-8000-000000000000')::uuid
  from (select lpad(to_hex((extract(epoch from moment) * 1000)::bigint), 12, '0') as hex) as in_hex
$$;

-- Takes the table of a range away, which ends before `past_last`: only where each log that has come to it is archived,
-- whole. A log that comes to these positions later, as that of a new shard, gets a table of its own again.
create function leave_range(parent text, first bigint, past_last bigint) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  range regclass;
  missing text;
begin
  if parent not in ('ledger_events', 'plays_events') then raise exception 'no range of % can leave', parent; end if;
  -- Nobody makes ranges meanwhile.
  perform pg_advisory_xact_lock(7265746002);
  select oid into strict range from pg_class join pg_inherits on inhrelid = oid
  where inhparent = parent::regclass
    and pg_get_expr(relpartbound, oid) = format('FOR VALUES FROM (''%s'') TO (''%s'')', first, past_last);
  execute format('alter table %I detach partition %s', parent, range);
  select log into missing from shard_logs
  where log like split_part(parent, '_', 1) || '/%' and last_position >= first and not exists (
    select from archived_ranges as archived
    where archived.shard = shard_logs.shard and archived.log = shard_logs.log and archived.first_position = first
      and archived.last_position = past_last - 1
  ) order by shard limit 1;
  if missing is not null then raise exception 'the range of % from % on is not archived', missing, first; end if;
  execute format('drop table %s', range);
end
$$;
revoke all on function leave_range(text, bigint, bigint) from public;

-- As before for `social`. For each shard the table of its next position exists, and the one behind it once the shard has
-- passed its middle: a table may be gone because the other shards' events were archived.
create or replace function ensure_ranges() returns setof text language plpgsql security definer
set search_path = public, pg_temp as $$
declare
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
      exit when head < (first + past_last) / 2;
      exit when wanted = past_last;
      wanted := past_last;
    end loop;
  end loop;
end
$$;
