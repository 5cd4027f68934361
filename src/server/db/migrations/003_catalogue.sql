-- Store types, manufacturers, brands, categories, products. What hubs and distributors sell stands in 004_network.sql.
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
  description text not null,
  words text generated always as (searchable(name || ' ' || status)) stored,
  name_key text collate "C" generated always as (searchable(name)) stored,
  -- Retailers show the name of their store type, and may be all of one: a new name is not written into each of them, a delta (API.md 1.5) looks
  -- when it was given. Null: never.
  renamed_at int8
);
create index store_type_modified on store_type (modified, _id);
create index store_type_name_key on store_type (name_key, _id) where deleted_at is null;
create index store_type_words on store_type using gin (words gin_trgm_ops);
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
  upload_id text not null default 'upload_placeholder',
  words text generated always as (searchable(name || ' ' || status)) stored,
  name_key text collate "C" generated always as (searchable(name)) stored
);
create index manufacturer_modified on manufacturer (modified, _id);
create index manufacturer_name_key on manufacturer (name_key, _id) where deleted_at is null;
create index manufacturer_words on manufacturer using gin (words gin_trgm_ops);
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
  -- Lists of brands go by this hand-made order (B8.11).
  index int4 not null default 0,
  words text generated always as (searchable(name || ' ' || status)) stored,
  name_key text collate "C" generated always as (searchable(name)) stored
);
create index brand_modified on brand (modified, _id);
create index brand_name_key on brand (name_key, _id) where deleted_at is null;
create index brand_order on brand (index, name_key, _id) where deleted_at is null;
create index brand_words on brand using gin (words gin_trgm_ops);
create index brand_manufacturer on brand (manufacturer_id);
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
  -- An emptied meta is none (CAT-06).
  meta text default '',
  upload_id text not null default 'upload_placeholder',
  words text generated always as (searchable(name)) stored,
  name_key text collate "C" generated always as (searchable(name)) stored
);
create index category_modified on category (modified, _id);
create index category_name_key on category (name_key, _id) where deleted_at is null;
create index category_words on category using gin (words gin_trgm_ops);
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
  words text generated always as (searchable(name || ' ' || sku_id)) stored,
  name_key text collate "C" generated always as (searchable(name)) stored,
  -- SKUs are unique without case. Products of an older version that differ by case alone keep their SKUs, because labels are printed with them:
  -- the oldest has sku_twin 0, the others 1, 2 ... A new product is always 0, so that it is refused wherever one of them lives.
  sku_key text collate "C" generated always as (lower(normalize(sku_id, NFC))) stored,
  sku_twin int4 not null default 0,
  check (case_count % mpu = 0)
);
create index product_modified on product (modified, _id);
create index product_words on product using gin (words gin_trgm_ops);
create index product_brand on product (brand_id);
create unique index product_sku on product (sku_id) where deleted_at is null;
create unique index product_sku_key on product (sku_key, sku_twin) where deleted_at is null;
-- What the product list sorts and filters by.
create index product_name_key on product (name_key, _id) where deleted_at is null;
create index product_price on product (price_kobo, _id) where deleted_at is null;
create index product_cases on product (case_count, _id) where deleted_at is null;
create index product_created on product (created, _id) where deleted_at is null;
-- A scanned case code is looked for as often as a unit code: when a code is taught, no other product may carry it.
create index product_barcode_unit on product (barcode_unit) where barcode_unit is not null;
create index product_barcode_case on product (barcode_case) where barcode_case is not null;

create table product_tag (
  _id text primary key,
  created int8 not null,
  modified int8 not null,
  version int4 not null default 1,
  created_by text,
  modified_by text,
  client_id text unique,
  deleted_at int8,
  deleted_by text,
  product_id text not null references product,
  tag text not null check (tag in ('LOWER_UNIT', 'HIGHER_UNIT', 'MARKUP', 'CLASS')),
  value text not null,
  words text generated always as (searchable(tag || ' ' || value)) stored
);
create unique index product_tag_once on product_tag (product_id, tag) where deleted_at is null;

-- A link between two models is a record of its own. Links are read by one side and found by the other; lists find no words in them.
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
  status text not null default 'active' check (status in ('active', 'inactive')),
  words text not null default ''
);
create index category_product_modified on category_product (modified, _id);
create unique index category_product_once on category_product (category_id, product_id) where deleted_at is null;
create index category_product_product on category_product (product_id);

create function note_new_name() returns trigger language plpgsql as $$
begin
  new.renamed_at := new.modified;
  return new;
end $$;
create trigger store_type_renamed before update of name on store_type for each row
  when (old.name is distinct from new.name) execute function note_new_name();

-- A product that gets another SKU is no twin any more.
create function own_sku() returns trigger language plpgsql as $$
begin
  if lower(normalize(new.sku_id, NFC)) <> lower(normalize(old.sku_id, NFC)) then
    new.sku_twin := 0;
  end if;
  return new;
end
$$;
create trigger product_own_sku before update of sku_id on product for each row execute function own_sku();

-- Where the first of several twins leaves, the next one takes its place.
create function next_twin() returns trigger language plpgsql as $$
begin
  if old.sku_twin = 0 and old.deleted_at is null and (new.deleted_at is not null or new.sku_key <> old.sku_key) then
    update product set sku_twin = 0 where _id = (select _id from product
      where sku_key = old.sku_key and deleted_at is null and sku_twin > 0 order by sku_twin limit 1);
  end if;
  return null;
end
$$;
create trigger product_next_twin after update of sku_id, deleted_at on product for each row execute function next_twin();
