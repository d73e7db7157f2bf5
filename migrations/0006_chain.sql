-- The hash chain over each log: every block holds the hashes of its events as they are stored, and the hash of the
-- block before. Changing a byte of an event behind its back breaks its block; changing a block breaks the next one; and
-- the newest hashes (`deno task heads`) are kept outside, where the owner of this database cannot write.
create table chain_blocks (
  log text not null,
  block integer not null check (block > 0),
  first_position bigint not null check (first_position > 0),
  last_position bigint not null check (last_position >= first_position),
  -- SHA-256 of each event's bytes, one after another, so that a broken block tells which event it was.
  event_hashes bytea not null check (octet_length(event_hashes) = 32 * (last_position - first_position + 1)),
  -- What the block's transfers took out of accounts and put into them, in units; 0 in logs without money.
  debits bigint not null,
  credits bigint not null,
  previous_hash bytea not null check (octet_length(previous_hash) = 32),
  hash bytea not null check (octet_length(hash) = 32),
  -- Which rule made the bytes; a new rule takes a new number, and old blocks keep theirs.
  format smallint not null check (format > 0),
  sealed_at timestamptz not null default now(),
  primary key (log, block),
  unique (log, first_position),
  unique (log, last_position)
);

-- Hashes do not compress.
alter table chain_blocks alter column event_hashes set storage external;

-- What each verification found. The last good one's `positions` (log to last sealed position) is where an incremental
-- one goes on.
create table verifications (
  verification_id bigint generated always as identity primary key,
  is_full boolean not null,
  started_at timestamptz not null,
  finished_at timestamptz not null default now(),
  positions json not null,
  problems json not null,
  is_ok boolean not null
);

create trigger chain_blocks_append_only before update or delete on chain_blocks
  for each row execute function refuse_change();
create trigger chain_blocks_no_truncate before truncate on chain_blocks
  for each statement execute function refuse_change();
create trigger verifications_append_only before update or delete on verifications
  for each row execute function refuse_change();
create trigger verifications_no_truncate before truncate on verifications
  for each statement execute function refuse_change();
