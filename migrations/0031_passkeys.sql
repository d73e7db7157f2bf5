-- What the service has asked a passkey to sign: the answer counts once, within minutes, for the admin and the purpose that
-- it was asked for.
create table passkey_challenges (
  challenge text primary key,
  user_id uuid not null,
  purpose text not null check (purpose in ('add', 'log_in')),
  expires_at timestamptz not null
);

-- Forgetting the challenges that nobody answered.
create index passkey_challenges_by_end on passkey_challenges (expires_at);

-- How often a passkey says that it has signed: one that counts backwards is a copy.
create table passkey_counts (
  passkey_id uuid primary key,
  count bigint not null
);
