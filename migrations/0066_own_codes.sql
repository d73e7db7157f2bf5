-- The ISRCs and UPCs that Orin gave out of the operator's own prefix. Truth, because no number may ever be given twice: not
-- after a crash between two statements, not by two processes, and not once its song or release is gone.
create table own_codes (
  code text primary key,
  -- A song for an ISRC, a release for a UPC: each has one code of its kind, also when it asks again.
  kind text not null check (kind in ('isrc', 'upc')),
  subject_id uuid not null,
  -- Which numbers it is one of: prefix and year of an ISRC, prefix of a UPC.
  series text not null,
  number int not null check (number > 0),
  given_at timestamptz not null default now(),
  unique (kind, subject_id),
  unique (series, number)
);
