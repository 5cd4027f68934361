-- Warehouses and what is in them. Stock never goes below zero (B2.5); log rows are never changed (B2.6).
create table warehouse (
  _id text primary key,
  created int8 not null,
  modified int8 not null,
  version int4 not null default 1,
  created_by text,
  modified_by text,
  client_id text unique,
  deleted_at int8,
  deleted_by text,
  status text not null default 'active' check (status in ('active', 'inactive')),
  parent_type text not null check (parent_type in ('sales_officer', 'seller', 'distributor')),
  parent text not null,
  owner_name text not null
);
create index warehouse_modified on warehouse (modified, _id);
create unique index warehouse_one_active on warehouse (parent_type, parent) where status = 'active' and deleted_at is null;
create index warehouse_owner on warehouse (searchable(owner_name) collate "C", _id);
create index warehouse_owner_words on warehouse using gin (searchable(owner_name) gin_trgm_ops);

create table warehouse_product (
  _id text primary key,
  warehouse_id text not null references warehouse,
  product_id text not null references product,
  quantity int8 not null default 0,
  cost_price_kobo int8,
  created int8 not null,
  modified int8 not null,
  version int4 not null default 1,
  unique (warehouse_id, product_id),
  constraint warehouse_product_not_negative check (quantity >= 0)
);
create index warehouse_product_modified on warehouse_product (modified, _id);

create table warehouse_log (
  _id text primary key,
  ref text not null,
  kind text not null check (kind in ('shipment_in', 'shipment_out', 'stock_in', 'stock_out', 'transfer', 'opening', 'adjustment')),
  warehouse_id text not null references warehouse,
  product_id text not null references product,
  quantity int8 not null,
  cost_price_kobo int8 not null,
  sell_price_kobo int8 not null,
  balance_after int8 not null,
  created int8 not null,
  timestamp int8 not null,
  purchase_order_id text,
  item_id text,
  note text not null default '',
  reason text,
  created_by text,
  source_key text unique
);
create unique index warehouse_log_once on warehouse_log (purchase_order_id, item_id, warehouse_id) where kind not in ('opening', 'adjustment');
-- The report reads nothing but this index.
create index warehouse_log_report on warehouse_log (warehouse_id, kind, timestamp) include (product_id, quantity, cost_price_kobo, sell_price_kobo);
create index warehouse_log_newest on warehouse_log (warehouse_id, created desc, _id desc);
create index warehouse_log_order on warehouse_log (purchase_order_id);
create trigger warehouse_log_insert_only before update or delete on warehouse_log for each row execute function refuse_change();
