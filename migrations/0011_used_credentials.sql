-- Proofs from elsewhere that have opened a session (Google's ID tokens), as keyed hashes: none opens a second one.
create table used_credentials (
  credential_hash text primary key,
  expires_at timestamptz not null
);

-- Forgetting those that are worth nothing any more.
create index used_credentials_by_age on used_credentials (expires_at);
