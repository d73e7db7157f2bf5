-- Work that is done later, outside of the request that asked for it: mails, renditions. One row a job; the key makes
-- asking twice harmless, for as long as the row lives.
create table jobs (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind ~ '^[a-z][a-z0-9_]{0,62}$'),
  key text not null check (key <> ''),
  -- What the job needs to know; may be personal (a mail with its code), so it is erased once the job is done.
  payload json,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  -- Counted when an attempt begins, so that a job which kills its process runs out of attempts, too. It is also what
  -- tells an attempt that was taken over from the one that took over.
  attempts integer not null default 0 check (attempts >= 0),
  -- Not before this time.
  run_at timestamptz not null,
  -- Until then the job belongs to the process that runs it, which moves it on; afterwards to whoever comes first.
  locked_until timestamptz,
  last_error text,
  created_at timestamptz not null,
  finished_at timestamptz,
  unique (kind, key),
  check ((state = 'running') = (locked_until is not null)),
  check ((state in ('done', 'failed')) = (finished_at is not null)),
  check (state <> 'done' or payload is null)
);

-- The next job of a kind: the one waiting longest, or one whose process is gone. Finished jobs are not in it.
create index jobs_due on jobs (kind, coalesce(locked_until, run_at)) where state in ('waiting', 'running');

-- What is still open and what failed, counted for the metrics and shown to admins, without reading what is done.
create index jobs_open on jobs (kind, state) where state <> 'done';
