-- The Nigerian state of the network that somebody logged in from, where the operator looks that up (ORIN_GEO_MMDB): artists
-- see where their listeners are, in groups. The address itself is not kept. It goes with the session.
alter table sessions add column login_state text check (length(login_state) <= 40);
