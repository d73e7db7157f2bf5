-- Whether every append writes it: code that does not know such a projection must not append, or it would miss those events.
alter table projection_versions add column inline boolean not null default false;
