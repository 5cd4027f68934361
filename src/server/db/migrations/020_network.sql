-- Hubs (sellers), distributors, delivery associates (sales officers), locations and their links.
create table seller (
  _id text primary key,
  created int8 not null,
  modified int8 not null,
  version int4 not null default 1,
  created_by text,
  modified_by text,
  client_id text unique,
  deleted_at int8,
  deleted_by text,
  name text not null,
  status text not null default 'active' check (status in ('active', 'inactive')),
  user_id text not null default '',
  address text not null
);
create index seller_modified on seller (modified, _id);

create index seller_name on seller (searchable(name) collate "C", _id) where deleted_at is null;
create index seller_name_words on seller using gin (searchable(name) gin_trgm_ops);

create table distributor (
  _id text primary key,
  created int8 not null,
  modified int8 not null,
  version int4 not null default 1,
  created_by text,
  modified_by text,
  client_id text unique,
  deleted_at int8,
  deleted_by text,
  name text not null,
  status text not null default 'active' check (status in ('active', 'inactive')),
  user_id text not null default '',
  address text not null,
  bank_account jsonb
);
create index distributor_modified on distributor (modified, _id);

create index distributor_name on distributor (searchable(name) collate "C", _id) where deleted_at is null;
create index distributor_name_words on distributor using gin (searchable(name) gin_trgm_ops);

create table distributor_seller (
  _id text primary key,
  created int8 not null,
  modified int8 not null,
  version int4 not null default 1,
  created_by text,
  modified_by text,
  client_id text unique,
  deleted_at int8,
  deleted_by text,
  distributor_id text not null references distributor,
  seller_id text not null references seller,
  status text not null default 'active' check (status in ('active', 'inactive'))
);
create index distributor_seller_modified on distributor_seller (modified, _id);
create unique index distributor_seller_once on distributor_seller (distributor_id, seller_id) where deleted_at is null;

create table seller_manager (
  _id text primary key,
  created int8 not null,
  modified int8 not null,
  version int4 not null default 1,
  created_by text,
  modified_by text,
  client_id text unique,
  deleted_at int8,
  deleted_by text,
  seller_id text not null references seller,
  manager_id text not null,
  status text not null default 'active' check (status in ('active', 'inactive'))
);
create index seller_manager_modified on seller_manager (modified, _id);
create unique index seller_manager_once on seller_manager (seller_id, manager_id) where deleted_at is null;

create table sales_officer (
  _id text primary key,
  created int8 not null,
  modified int8 not null,
  version int4 not null default 1,
  created_by text,
  modified_by text,
  client_id text unique,
  deleted_at int8,
  deleted_by text,
  name text not null,
  status text not null default 'active' check (status in ('active', 'inactive')),
  user_id text not null,
  phone text not null,
  email text not null,
  role text not null,
  seller_id text not null references seller
);
create index sales_officer_modified on sales_officer (modified, _id);

create index sales_officer_name on sales_officer (searchable(name) collate "C", _id) where deleted_at is null;
create index sales_officer_name_words on sales_officer using gin (searchable(name) gin_trgm_ops);
create unique index sales_officer_phone on sales_officer (phone) where deleted_at is null;
create index sales_officer_seller on sales_officer (seller_id);

create table location (
  _id text primary key,
  created int8 not null,
  modified int8 not null,
  version int4 not null default 1,
  created_by text,
  modified_by text,
  client_id text unique,
  deleted_at int8,
  deleted_by text,
  name text not null,
  status text not null default 'active' check (status in ('active', 'inactive')),
  state text not null,
  lga text not null
);
create index location_modified on location (modified, _id);

create index location_name on location (searchable(name) collate "C", _id) where deleted_at is null;
create index location_name_words on location using gin (searchable(name) gin_trgm_ops);
create unique index location_unique_name on location (searchable(name), state, lga) where deleted_at is null;

