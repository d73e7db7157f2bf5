-- One data key a person, wrapped by the master key (derived from ORIN_SECRET). Erasing a person destroys the row, and
-- with it every personal field in the logs. Retention keys (payout records) are rows of another purpose.
create table person_keys (
  person_id uuid not null,
  purpose text not null default 'personal' check (purpose in ('personal', 'payout')),
  wrapped_key bytea not null,
  created_at timestamptz not null default now(),
  primary key (person_id, purpose)
);

-- A log-in. Tokens name the session; ending the row ends the token at once.
create table sessions (
  session_id uuid primary key,
  user_id uuid not null,
  audience text not null check (audience in ('user', 'admin')),
  -- As they were at the log-in; a change of either ends the person's sessions.
  role text not null check (role in ('listener', 'creator')),
  is_admin boolean not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  remember boolean not null,
  user_agent text not null default '',
  password_at timestamptz not null
);

-- Ending all sessions of a person (reset, erasure, suspension) and listing them in the settings.
create index sessions_of_user on sessions (user_id);

-- One-time codes: only the newest of a person and purpose is valid; the code itself is kept as a keyed HMAC.
create table one_time_codes (
  code_id uuid primary key,
  user_id uuid not null,
  purpose text not null check (purpose in ('verify', 'reset')),
  code_hmac bytea not null,
  tries smallint not null default 0 check (tries between 0 and 5),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);

-- Finding the newest code, and counting a person's codes of the last hour.
create index one_time_codes_of_user on one_time_codes (user_id, purpose, created_at desc);

-- What slows down guessing: failures of an account or an address since `noted_at`, or an address's turns of the hour
-- that began then. `subject` is a keyed hash.
create table rate_limits (
  subject text primary key,
  count integer not null check (count > 0),
  noted_at timestamptz not null
);

-- Forgetting what counts no longer.
create index rate_limits_by_age on rate_limits (noted_at);
