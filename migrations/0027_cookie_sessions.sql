-- The back office's screens keep their session in a cookie. Such a session ends when it is not used for half an hour; the
-- tokens that older code gives out last their 8 hours.
alter table sessions add column is_cookie boolean not null default false;
