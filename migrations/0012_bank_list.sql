-- The provider's banks as they were heard last: a service that starts while the provider is down still has them.
create table bank_list (
  -- There is one list.
  is_only boolean primary key default true check (is_only),
  banks json not null,
  heard_at timestamptz not null
);
