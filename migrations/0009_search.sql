-- Search finds words that were mistyped by the three-letter pieces they share. A trusted extension: the owner of the
-- database may create it, and every Postgres that carries its standard modules has it.
create extension if not exists pg_trgm;
