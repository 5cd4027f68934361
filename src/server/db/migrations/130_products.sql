-- Images, product tags, the change log of what hubs sell products for, and what the lists of both ask.
create table upload (
  _id text primary key,
  created int8 not null,
  modified int8 not null,
  version int4 not null default 1,
  created_by text,
  modified_by text,
  tag text not null,
  title text not null,
  path text not null unique,
  mime text not null,
  size int4 not null,
  width int4 not null,
  height int4 not null,
  sha256 text not null
);
create index upload_label on upload (tag, title, created desc);

-- B9.4: a replaced file stays 30 days, so that a saved copy of a list still finds its pictures.
create table upload_gone (
  path text primary key,
  gone int8 not null
);

-- API-25: what records have before somebody uploads a picture.
insert into upload (_id, created, modified, tag, title, path, mime, size, width, height, sha256) values
  ('upload_placeholder', 0, 0, 'placeholder', 'No logo', 'shipped-placeholder.png', 'image/png', 0, 128, 128, ''),
  ('upload_product_default', 0, 0, 'product', 'No image', 'shipped-product.png', 'image/png', 0, 128, 128, '');

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

-- B8.6: one row per changed field; only ever added to.
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

alter table seller_product add column words text generated always as (searchable(status)) stored;
alter table seller_product add constraint seller_product_price check (price_kobo >= 0);
alter table seller_product add constraint seller_product_quantity check (quantity >= -1);
create index seller_product_hub on seller_product (seller_id, modified, _id) where deleted_at is null;

-- What the product list sorts and filters by.
create index product_price on product (price_kobo, _id) where deleted_at is null;
create index product_cases on product (case_count, _id) where deleted_at is null;
create index product_created on product (created, _id) where deleted_at is null;
