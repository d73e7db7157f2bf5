-- As before; where an engine spreads tables, a shard's table has the engine's number behind its name.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and tg_table_name ~ '^shard_event_ids(_[0-9]+)?$' then
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
