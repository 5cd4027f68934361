-- Staff, locations, hubs (sellers), distributors, the officers of both, and what hubs and distributors sell.

-- Staff: the person; user_account holds what signs in.
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
  role text not null,
  words text generated always as (searchable(name || ' ' || phone || ' ' || email)) stored,
  name_key text collate "C" generated always as (searchable(name)) stored
);
create index manager_modified on manager (modified, _id);
create index manager_name_key on manager (name_key, _id) where deleted_at is null;
create index manager_words on manager using gin (words gin_trgm_ops);
create unique index manager_phone on manager (phone) where deleted_at is null;
-- Asked at every call of a seller manager.
create index manager_user on manager (user_id);

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
  lga text not null,
  words text generated always as (searchable(name)) stored,
  name_key text collate "C" generated always as (searchable(name)) stored
);
create index location_modified on location (modified, _id);
create index location_name_key on location (name_key, _id) where deleted_at is null;
create index location_words on location using gin (words gin_trgm_ops);
create index location_state on location (state, lga) where deleted_at is null;
create unique index location_unique_name on location (searchable(name), state, lga) where deleted_at is null;

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
  address text not null,
  words text generated always as (searchable(name || ' ' || address)) stored,
  name_key text collate "C" generated always as (searchable(name)) stored
);
create index seller_modified on seller (modified, _id);
create index seller_name_key on seller (name_key, _id) where deleted_at is null;
create index seller_words on seller using gin (words gin_trgm_ops);

-- Who manages a hub. A seller manager's hub is the one that names him here.
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
  manager_id text not null references manager,
  status text not null default 'active' check (status in ('active', 'inactive')),
  words text not null default ''
);
create index seller_manager_modified on seller_manager (modified, _id);
create unique index seller_manager_once on seller_manager (seller_id, manager_id) where deleted_at is null;
-- A hub has one manager at a time; earlier ones stay as history.
create unique index seller_manager_one_active on seller_manager (seller_id) where status = 'active' and deleted_at is null;
create index seller_manager_manager on seller_manager (manager_id);

-- Which manufacturers a hub takes (HUB-06).
create table seller_manufacturer (
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
  manufacturer_id text not null references manufacturer,
  status text not null default 'active' check (status in ('active', 'inactive')),
  words text not null default ''
);
create index seller_manufacturer_modified on seller_manufacturer (modified, _id);
create unique index seller_manufacturer_once on seller_manufacturer (seller_id, manufacturer_id) where deleted_at is null;
create index seller_manufacturer_maker on seller_manufacturer (manufacturer_id);

-- What a hub sells, and for how much.
create table seller_product (
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
  product_id text not null references product,
  mpu int4 not null,
  price_kobo int8 not null,
  quantity int4 not null default -1,
  status text not null default 'active' check (status in ('active', 'inactive')),
  meta text not null default '{}',
  words text generated always as (searchable(status)) stored,
  constraint seller_product_price check (price_kobo >= 0),
  constraint seller_product_quantity check (quantity >= -1)
);
create index seller_product_modified on seller_product (modified, _id);
create unique index seller_product_once on seller_product (seller_id, product_id) where deleted_at is null;
-- The hubs of a product, and the products of a hub.
create index seller_product_product on seller_product (product_id) where deleted_at is null;
create index seller_product_hub on seller_product (seller_id, modified, _id) where deleted_at is null;

-- B8.6: one row per changed field of what a hub sells a product for; only ever added to.
create table seller_product_log (
  _id text primary key,
  seller_product_id text not null references seller_product,
  tag text not null,
  value text not null,
  created int8 not null,
  created_by text,
  -- Several lines are written in one moment; they keep their order.
  position int8 generated always as identity
);
create index seller_product_log_newest on seller_product_log (seller_product_id, position desc);

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
  bank_account jsonb,
  words text generated always as (searchable(name || ' ' || address)) stored,
  name_key text collate "C" generated always as (searchable(name)) stored
);
create index distributor_modified on distributor (modified, _id);
create index distributor_name_key on distributor (name_key, _id) where deleted_at is null;
create index distributor_words on distributor using gin (words gin_trgm_ops);

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
  status text not null default 'active' check (status in ('active', 'inactive')),
  words text not null default ''
);
create index distributor_seller_modified on distributor_seller (modified, _id);
create unique index distributor_seller_once on distributor_seller (distributor_id, seller_id) where deleted_at is null;
create index distributor_seller_seller on distributor_seller (seller_id);

create table distributor_product (
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
  product_id text not null references product,
  status text not null default 'active' check (status in ('active', 'inactive')),
  words text not null default ''
);
create index distributor_product_modified on distributor_product (modified, _id);
create unique index distributor_product_once on distributor_product (distributor_id, product_id) where deleted_at is null;
create index distributor_product_product on distributor_product (product_id);

-- People of distributors (DOFF-09).
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

-- Delivery associates: the people of hubs.
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
  seller_id text not null references seller,
  words text generated always as (searchable(name)) stored,
  name_key text collate "C" generated always as (searchable(name)) stored
);
create index sales_officer_modified on sales_officer (modified, _id);
create index sales_officer_name_key on sales_officer (name_key, _id) where deleted_at is null;
create index sales_officer_words on sales_officer using gin (words gin_trgm_ops);
create unique index sales_officer_phone on sales_officer (phone) where deleted_at is null;
create index sales_officer_seller on sales_officer (seller_id);

-- What a hub may no longer see, and since when: a delta read (API.md 1.5) tells the hub's devices that it is gone, and nobody else. Nothing is ever
-- taken out of the table: it holds one row per record and hub at most, and a device that comes back after a year still has to hear it.
create table left_hub (
  model text not null,
  record_id text not null,
  -- The hub that it left.
  seller_id text not null references seller,
  at int8 not null,
  primary key (seller_id, model, record_id)
);
-- What left a hub since a time, in the order that a delta tells it, page by page.
create index left_hub_at on left_hub (seller_id, model, at, record_id);

create function note_left_hub() returns trigger language plpgsql as $$
begin
  insert into left_hub (model, record_id, seller_id, at) values (tg_table_name, new._id, old.seller_id, new.modified)
    on conflict (seller_id, model, record_id) do update set at = excluded.at;
  return null;
end $$;
create trigger sales_officer_left_hub after update of seller_id on sales_officer for each row
  when (old.seller_id is distinct from new.seller_id) execute function note_left_hub();
