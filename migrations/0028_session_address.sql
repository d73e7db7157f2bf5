-- From where an admin logged in: the team sees the others' sessions and ends what is foreign.
alter table sessions add column address text;
