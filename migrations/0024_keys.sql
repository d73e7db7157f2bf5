-- Which secret of the keyring wraps a person's key. Null: the first secret of this installation, which wrapped them all
-- before there was a second one (`first_secret` in `settings`).
alter table person_keys add column kid text check (kid ~ '^[0-9a-f]{16}$');

-- Which secrets the rows need: asked at every start, and answered by a few steps down the index.
create index person_keys_by_kid on person_keys (kid);

-- Keys that outlive the secret they were made with, wrapped like a person's: hashes in the logs and links in old mails
-- have to fit after the secret was changed. They are also how a start knows whether it has the right secret.
create table installation_keys (
  purpose text primary key,
  kid text not null check (kid ~ '^[0-9a-f]{16}$'),
  wrapped_key bytea not null
);

-- The public key of every secret that audit bundles were signed with. Bundles are checked after their secret is gone.
create table audit_keys (
  kid text primary key check (kid ~ '^[0-9a-f]{16}$'),
  public_key text not null,
  noted_at timestamptz not null default now()
);
