-- People of distributors (DOFF-09); sales_officer stands in 020_network.sql.
create table distributor_officer (
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
  role text not null check (role in ('manager', 'rep')),
  distributor_id text not null references distributor,
  words text generated always as (searchable(name || ' ' || phone || ' ' || email)) stored,
  name_key text collate "C" generated always as (searchable(name)) stored
);
create index distributor_officer_modified on distributor_officer (modified, _id);
create index distributor_officer_name_key on distributor_officer (name_key, _id) where deleted_at is null;
create index distributor_officer_words on distributor_officer using gin (words gin_trgm_ops);
create unique index distributor_officer_phone on distributor_officer (phone) where deleted_at is null;
create index distributor_officer_distributor on distributor_officer (distributor_id);

-- An account is found by its phone at every sign-in, and there is one per retailer.
create index user_account_phone on user_account (phone) where deleted_at is null and phone is not null;
