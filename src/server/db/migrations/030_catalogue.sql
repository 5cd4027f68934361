-- Manufacturers, brands, products, what hubs sell them for, categories, store types.
create table store_type (
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
  description text not null
);
create index store_type_modified on store_type (modified, _id);

create index store_type_name on store_type (searchable(name) collate "C", _id) where deleted_at is null;
create index store_type_name_words on store_type using gin (searchable(name) gin_trgm_ops);
create unique index store_type_unique_name on store_type (searchable(name)) where deleted_at is null;

create table manufacturer (
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
  email text not null default '',
  address text not null default '',
  user_id text not null default '',
  upload_id text not null default 'upload_placeholder'
);
create index manufacturer_modified on manufacturer (modified, _id);

create index manufacturer_name on manufacturer (searchable(name) collate "C", _id) where deleted_at is null;
create index manufacturer_name_words on manufacturer using gin (searchable(name) gin_trgm_ops);
create unique index manufacturer_unique_name on manufacturer (searchable(name)) where deleted_at is null;

create table brand (
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
  manufacturer_id text not null references manufacturer,
  upload_id text not null default 'upload_placeholder',
  index int4 not null default 0
);
create index brand_modified on brand (modified, _id);

create index brand_name on brand (searchable(name) collate "C", _id) where deleted_at is null;
create index brand_name_words on brand using gin (searchable(name) gin_trgm_ops);
create unique index brand_unique_name on brand (searchable(name), manufacturer_id) where deleted_at is null;

create table category (
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
  meta text not null default '',
  upload_id text not null default 'upload_placeholder'
);
create index category_modified on category (modified, _id);

create index category_name on category (searchable(name) collate "C", _id) where deleted_at is null;
create index category_name_words on category using gin (searchable(name) gin_trgm_ops);
create unique index category_unique_name on category (searchable(name)) where deleted_at is null;

create table product (
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
  description text not null,
  sku_id text not null,
  case_count int4 not null check (case_count >= 1),
  mpu int4 not null check (mpu >= 1),
  price_kobo int8 not null,
  weight text not null default '0',
  size text not null default '0',
  brand_id text not null references brand,
  upload_id text not null default 'upload_product_default',
  barcode_unit text,
  barcode_case text,
  check (case_count % mpu = 0)
);
create index product_modified on product (modified, _id);

create index product_name on product (searchable(name) collate "C", _id) where deleted_at is null;
create index product_name_words on product using gin (searchable(name) gin_trgm_ops);
create unique index product_sku on product (sku_id) where deleted_at is null;
create index product_brand on product (brand_id);
create index product_barcode_unit on product (barcode_unit) where barcode_unit is not null;

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
  meta text not null default '{}'
);
create index seller_product_modified on seller_product (modified, _id);
create unique index seller_product_once on seller_product (seller_id, product_id) where deleted_at is null;

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
  status text not null default 'active' check (status in ('active', 'inactive'))
);
create index distributor_product_modified on distributor_product (modified, _id);
create unique index distributor_product_once on distributor_product (distributor_id, product_id) where deleted_at is null;

create table category_product (
  _id text primary key,
  created int8 not null,
  modified int8 not null,
  version int4 not null default 1,
  created_by text,
  modified_by text,
  client_id text unique,
  deleted_at int8,
  deleted_by text,
  category_id text not null references category,
  product_id text not null references product,
  status text not null default 'active' check (status in ('active', 'inactive'))
);
create index category_product_modified on category_product (modified, _id);
create unique index category_product_once on category_product (category_id, product_id) where deleted_at is null;

