-- What each verification found in a shard, in a snapshot of its own; the columns say what those of `verifications` do,
-- whose rows are about all of it.
create table shard_verifications (
  shard smallint not null,
  number integer not null check (number > 0),
  is_full boolean not null,
  started_at timestamptz not null,
  finished_at timestamptz not null,
  positions json not null,
  problems json not null,
  is_ok boolean not null,
  proven json not null,
  primary key (shard, number)
);
create trigger verifications_append_only before update or delete on shard_verifications
  for each row execute function refuse_change();
create trigger verifications_no_truncate before truncate on shard_verifications
  for each statement execute function refuse_change();

-- Whose statements made the proven tables: several shards fold into them side by side, so nobody makes them meanwhile.
alter table proven_projections add column statements text not null default '';

-- A verification of everything takes over from its own last one, even if a shard is not as it should be.
alter table verifications add column is_social_ok boolean;
