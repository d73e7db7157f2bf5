-- An auditor notes why they look at personal details; that opens them in this session for a while. Older code asks nobody.
alter table sessions add column note_at timestamptz;
