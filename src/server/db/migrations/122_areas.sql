-- Areas: a maker's goods, a hub, a delivery associate and the locations he serves (AREA-07 to AREA-10).
create table area (
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
  phone text not null,
  status text not null default 'active' check (status in ('active', 'inactive')),
  manufacturer_id text not null references manufacturer,
  seller_id text not null references seller,
  words text generated always as (searchable(name)) stored,
  name_key text collate "C" generated always as (searchable(name)) stored
);
create index area_modified on area (modified, _id);
create index area_name_key on area (name_key, _id) where deleted_at is null;
create index area_words on area using gin (words gin_trgm_ops);
create index area_seller on area (seller_id);

create table sales_officer_area (
  _id text primary key,
  created int8 not null,
  modified int8 not null,
  version int4 not null default 1,
  created_by text,
  modified_by text,
  client_id text unique,
  deleted_at int8,
  deleted_by text,
  area_id text not null references area,
  sales_officer_id text not null references sales_officer,
  seller_id text not null references seller,
  status text not null default 'active' check (status in ('active', 'inactive')),
  meta text not null default '{}',
  words text generated always as ('') stored
);
create index sales_officer_area_modified on sales_officer_area (modified, _id);
create unique index sales_officer_area_once on sales_officer_area (area_id, sales_officer_id) where deleted_at is null;

create table location_area (
  _id text primary key,
  created int8 not null,
  modified int8 not null,
  version int4 not null default 1,
  created_by text,
  modified_by text,
  client_id text unique,
  deleted_at int8,
  deleted_by text,
  area_id text not null references area,
  location_id text not null references location,
  manufacturer_id text not null references manufacturer,
  status text not null default 'active' check (status in ('active', 'inactive')),
  words text generated always as ('') stored
);
create index location_area_modified on location_area (modified, _id);
create unique index location_area_once on location_area (area_id, location_id) where deleted_at is null;
create index location_area_location on location_area (location_id) where deleted_at is null;
