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
  owner_name text not null,
  words text generated always as (searchable(owner_name || ' ' || parent_type)) stored,
  name_key text collate "C" generated always as (searchable(owner_name)) stored
);
create index warehouse_modified on warehouse (modified, _id);
create index warehouse_name_key on warehouse (name_key, _id) where deleted_at is null;
create index warehouse_words on warehouse using gin (words gin_trgm_ops);
create unique index warehouse_one_active on warehouse (parent_type, parent) where status = 'active' and deleted_at is null;

-- Quantities are units. K9: what an associate sold and never held stands in his warehouse as a line of 0 units: it is negative in hand there, and in
-- "Stock value held". Settling an order sees to it (stock/soldLines.ts).
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
  source_key text unique,
  -- A line's amount in kobo, as it was invoiced and posted: quantity times a price per case that was rounded is not the same. Rows of an older
  -- version have none: they are worth quantity times price per case (B4.1).
  amount_kobo int8
);
create unique index warehouse_log_once on warehouse_log (purchase_order_id, item_id, warehouse_id) where kind not in ('opening', 'adjustment');
-- The report reads nothing but this index.
create index warehouse_log_report on warehouse_log (warehouse_id, kind, timestamp)
  include (product_id, quantity, cost_price_kobo, sell_price_kobo, amount_kobo);
create index warehouse_log_order on warehouse_log (purchase_order_id);
-- Pages of the log: of a warehouse, of one reference in it, of one product in it.
create index warehouse_log_newest on warehouse_log (warehouse_id, created desc, _id desc);
create index warehouse_log_ref_newest on warehouse_log (warehouse_id, ref, created desc, _id desc);
create index warehouse_log_product_newest on warehouse_log (warehouse_id, product_id, created desc, _id desc);

-- Any page of a long log is sought, not counted off (D11): how many rows of a warehouse were made in each second. Rows are only ever added.
create table warehouse_log_second (
  warehouse_id text not null,
  created int8 not null,
  rows int4 not null,
  primary key (warehouse_id, created)
);

-- A search looks among the references of a warehouse, which are few beside its rows.
create table warehouse_log_ref (
  warehouse_id text not null,
  ref text not null,
  key text collate "C" not null,
  primary key (warehouse_id, ref)
);

-- Files that the import of transactions has read into a warehouse: known by their content, so that another file of the same name is another one.
create table import_file (
  _id text primary key,
  created int8 not null,
  modified int8 not null,
  warehouse_id text not null references warehouse,
  name text not null,
  sha256 text not null,
  bytes int8 not null,
  rows_done int8 not null default 0,
  finished boolean not null default false,
  -- The file that this one continues: its rows are not booked again.
  continues text,
  unique (warehouse_id, sha256)
);

create trigger warehouse_log_insert_only before update or delete on warehouse_log for each row execute function refuse_change();

create function note_log_rows() returns trigger language plpgsql as $$
begin
  insert into warehouse_log_second as known select warehouse_id, created, count(*) from added group by 1, 2 order by 1, 2
    on conflict (warehouse_id, created) do update set rows = known.rows + excluded.rows;
  insert into warehouse_log_ref select distinct warehouse_id, ref, lower(ref) from added order by 1, 2 on conflict do nothing;
  return null;
end
$$;
create trigger warehouse_log_noted after insert on warehouse_log
  referencing new table as added for each statement execute function note_log_rows();
