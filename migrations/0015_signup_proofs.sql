-- Which accounts the browser that signed them up may still open with the mailed code alone, so that nobody types a
-- password again a minute after choosing it. The secret that shows which browser it was is not here: it is computed from
-- the account.
create table signup_proofs (
  user_id uuid primary key,
  -- Wrong codes for the account since then, whoever sent them.
  wrong_codes smallint not null default 0 check (wrong_codes >= 0),
  expires_at timestamptz not null,
  -- `spent`: the address was verified, with it or without. `void`: too many wrong codes, or a second sign-up.
  state text not null default 'open' check (state in ('open', 'spent', 'void'))
);

-- Forgetting those that are worth nothing any more.
create index signup_proofs_by_age on signup_proofs (expires_at);
