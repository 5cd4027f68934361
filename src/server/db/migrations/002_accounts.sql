-- What signs in: accounts, sessions, devices, passkeys, links for a new password.
create table user_account (
  _id text primary key,
  role text not null,
  name text not null,
  phone text,
  email text,
  status text not null default 'active' check (status in ('active', 'inactive')),
  password_hash text,
  password_salt text,
  must_change boolean not null default false,
  starter_expires int8,
  -- The hub of a sales officer's account. A seller manager's hub stands in seller_manager.
  seller_id text,
  last_sign_in int8,
  created int8 not null,
  modified int8 not null,
  version int4 not null default 1,
  created_by text,
  modified_by text,
  deleted_at int8
);
create unique index user_account_email on user_account (lower(email)) where deleted_at is null and email is not null;
-- An account is found by its phone at every sign-in, and there is one per retailer.
create index user_account_phone on user_account (phone) where deleted_at is null and phone is not null;

create table session (
  token_hash text primary key,
  _id text not null unique,
  user_id text not null references user_account,
  created int8 not null,
  last_seen int8 not null,
  expires_at int8 not null,
  remember boolean not null,
  device_id text,
  user_agent text,
  ended_at int8
);
create index session_by_user on session (user_id) where ended_at is null;
-- Who signs in from a device that signed the same account in before has a count and a lane of their own (S1, S2).
create index session_by_device on session (user_id, device_id) where device_id is not null;

-- Failed sign-ins of one account, and attempts from one address (B10.9).
create table sign_in_attempt (
  subject text primary key,
  count int4 not null,
  window_start int8 not null,
  blocked_until int8 not null default 0,
  delay int4 not null default 0
);

-- Which app version runs on which device of whom (B9.7): one row per user and device.
create table device (
  _id text primary key,
  user_id text not null references user_account,
  device_id text not null,
  version text not null,
  platform text not null,
  standalone boolean not null,
  last_seen int8 not null,
  created int8 not null,
  modified int8 not null,
  unique (user_id, device_id)
);
create index device_last_seen on device (last_seen);

-- Passkeys as a second step of signing in (security S7).
create table passkey (
  _id text primary key,
  user_id text not null references user_account,
  -- Base64url, as the browser sends it; one credential belongs to one account.
  credential_id text not null unique,
  -- COSE key, base64url.
  public_key text not null,
  -- How often the authenticator was used; 0 for ever where it does not count.
  counter int8 not null,
  -- Ways to reach the authenticator, comma separated; only a hint for the browser.
  transports text not null,
  -- The host name that the passkey was made for: it is good for no other one.
  rp_id text not null,
  name text not null,
  created int8 not null,
  last_used int8
);
create index passkey_by_user on passkey (user_id);

-- Codes that stand in for a lost passkey.
create table recovery_code (
  user_id text not null references user_account,
  code_hash text not null,
  created int8 not null,
  used_at int8,
  primary key (user_id, code_hash)
);

-- What a passkey was asked and did not answer yet. Each is asked once and spent by the first answer, right or wrong.
create table passkey_challenge (
  ticket_hash text primary key,
  user_id text not null references user_account,
  purpose text not null check (purpose in ('sign_in', 'register')),
  challenge text not null,
  -- The password that was right when this was asked: another one since makes it worthless.
  proof text not null,
  -- sign_in: whether the session is to be remembered. register: whose session asked.
  remember boolean not null default false,
  session_id text,
  expires_at int8 not null
);
create index passkey_challenge_by_user on passkey_challenge (user_id);

-- Whose passkeys an administrator removed: the person is told at the next sign-in and says that he read it.
create table passkey_removal (
  user_id text primary key references user_account,
  by_name text not null,
  at int8 not null
);

-- Links by which people choose a new password (one time, half an hour). Only the hash of what stands in the link is kept.
create table password_reset (
  token_hash text primary key,
  user_id text not null references user_account,
  created int8 not null,
  expires_at int8 not null
);
create index password_reset_user on password_reset (user_id);
