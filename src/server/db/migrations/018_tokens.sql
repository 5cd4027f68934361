-- API tokens: how a program asks in the name of an account (decision 0570). The secret itself is never kept.
create table api_token (
  _id text primary key,
  user_id text not null references user_account,
  name text not null,
  -- Words such as 'orders:read' (contract/scopes.ts).
  scopes text[] not null check (cardinality(scopes) > 0),
  secret_hash text not null unique,
  -- The first and the last characters of the secret, by which a person knows the token again.
  hint text not null,
  created int8 not null,
  expires int8 not null,
  -- Written at most once an hour.
  last_used int8,
  revoked int8
);
create index api_token_by_user on api_token (user_id) where revoked is null;

-- The name of the token by which the account asked; null: a person was signed in.
alter table audit_log add column token_name text;
