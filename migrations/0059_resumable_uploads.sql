-- Recordings that come in pieces: what has arrived, and what decoding them has found. A row goes when its song is taken
-- in, when its owner takes it back, or some days after its last byte. Whose it is decides who may see it.
create table resumable_uploads (
  upload_id uuid primary key,
  owner_id uuid not null,
  -- What the sender calls the file: claims, for messages and for refusing a false name.
  filename text not null check (length(filename) between 1 and 300),
  content_type text not null check (length(content_type) <= 200),
  file_bytes bigint not null check (file_bytes > 0),
  received_bytes bigint not null default 0 check (received_bytes between 0 and file_bytes),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- What was measured once all of it was there, or why it is refused, in words for the artist.
  facts json,
  refusal text,
  check (num_nonnulls(facts, refusal) <= 1),
  check (received_bytes = file_bytes or num_nonnulls(facts, refusal) = 0)
);
create index resumable_uploads_of_owner on resumable_uploads (owner_id);

-- The pieces in the files store, without gaps: each begins where the ones before it end, because only who moves
-- `received_bytes` on may add one.
create table resumable_upload_parts (
  upload_id uuid not null references resumable_uploads on delete cascade,
  first_byte bigint not null check (first_byte >= 0),
  part_bytes integer not null check (part_bytes > 0),
  file_key text not null unique,
  primary key (upload_id, first_byte)
);
