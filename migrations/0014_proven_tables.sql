-- Tables of the projections of plays and the ledger as a verification has proven them: the next one folds what is new
-- into them instead of folding all. The service's role makes and drops them. They are disposable.
create schema proven;

-- Which there are.
create table proven_projections (
  name text primary key,
  tables text[] not null,
  functions text[] not null
);

-- What each of them was when it was proven: positions and digests. In the table that only grows, so that whoever changes
-- the copies cannot change what is known of them.
alter table verifications add column proven json not null default '{}';
