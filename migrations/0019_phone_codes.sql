-- A phone number is proven with a code of its own.
alter table one_time_codes drop constraint one_time_codes_purpose_check;
alter table one_time_codes add constraint one_time_codes_purpose_check
  check (purpose in ('verify', 'reset', 'email', 'close', 'phone'));
