-- Passkeys as a second step of signing in (security S7), the codes that stand in for a lost one, and what was asked and not answered yet.
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

create table recovery_code (
  user_id text not null references user_account,
  code_hash text not null,
  created int8 not null,
  used_at int8,
  primary key (user_id, code_hash)
);

-- Each is asked once and spent by the first answer, right or wrong.
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
