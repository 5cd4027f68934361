-- Which manufacturers a hub takes (HUB-06), and what the link records of hubs and distributors need to be read as models.
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

alter table seller_manager add column words text not null default '';
alter table seller_manager add constraint seller_manager_manager_id_fkey foreign key (manager_id) references manager;
-- A hub has one manager at a time; earlier ones stay as history.
create unique index seller_manager_one_active on seller_manager (seller_id) where status = 'active' and deleted_at is null;
create index seller_manager_manager on seller_manager (manager_id);

alter table distributor_seller add column words text not null default '';
create index distributor_seller_seller on distributor_seller (seller_id);

alter table distributor_product add column words text not null default '';
create index distributor_product_product on distributor_product (product_id);
