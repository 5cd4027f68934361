-- Links by which people choose a new password (one time, half an hour). Only the hash of what stands in the link is kept.
create table password_reset (
  token_hash text primary key,
  user_id text not null references user_account,
  created int8 not null,
  expires_at int8 not null
);
create index password_reset_user on password_reset (user_id);
