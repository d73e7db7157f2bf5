-- What reacts to events never does so twice because its position was moved back: done jobs, whose keys stop a second
-- mail, are deleted after half a year. A rebuilt projection gets new rows here.
create function refuse_going_back() returns trigger language plpgsql as $$
begin
  raise exception 'the position of % in % never goes back', old.name, old.log using errcode = 'insufficient_privilege';
end
$$;

create trigger checkpoints_no_way_back before update on checkpoints
  for each row when (new.position < old.position) execute function refuse_going_back();
