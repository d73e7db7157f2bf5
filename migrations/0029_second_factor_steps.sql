-- The newest time step of which an authenticator app's code was used: a code counts once, in two processes at the same
-- moment, too. No event can say so before it is appended, and nothing else follows from it.
create table second_factor_steps (
  factor_id uuid primary key,
  last_step bigint not null
);
