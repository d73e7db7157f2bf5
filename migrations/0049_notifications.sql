-- Devices that show pushes, each for the one log-in that asked for them: it goes with the session. What the push service
-- gave the browser is sealed with the person's key.
create table push_subscriptions (
  subscription_id uuid primary key,
  -- SHA-256 of the endpoint: a browser has one subscription, whoever is logged in.
  endpoint_hash text not null unique,
  user_id uuid not null,
  session_id uuid not null references sessions on delete cascade,
  sealed text not null,
  created_at timestamptz not null
);
create index push_subscriptions_of_user on push_subscriptions (user_id);
create index push_subscriptions_of_session on push_subscriptions (session_id);

-- Up to when somebody has seen their notifications, and single ones that are newer.
create table notification_marks (
  user_id uuid primary key,
  read_until timestamptz not null
);
create table notification_reads (
  user_id uuid not null,
  notice_id text not null,
  read_at timestamptz not null,
  primary key (user_id, notice_id)
);
create index notification_reads_by_age on notification_reads (read_at);
