-- An invited admin logs in to choose a password and to wait for the word of another side. That session opens nothing of
-- the back office; older code knows no token for it.
alter table sessions add column is_enrolment boolean not null default false;
