-- Staff accounts: the person; user_account holds what signs in.
create table manager (
  _id text primary key,
  created int8 not null,
  modified int8 not null,
  version int4 not null default 1,
  created_by text,
  modified_by text,
  client_id text unique,
  deleted_at int8,
  deleted_by text,
  user_id text not null references user_account,
  name text not null,
  phone text not null,
  email text not null,
  status text not null default 'active' check (status in ('active', 'inactive')),
  role text not null
);
create index manager_modified on manager (modified, _id);
create unique index manager_phone on manager (phone) where deleted_at is null;
create index manager_name on manager (searchable(name) collate "C", _id) where deleted_at is null;

