-- Order groups, their orders (one per manufacturer), items, meta and log (B5). Money in kobo, quantities in units.
create table order_group (
  _id text primary key,
  created int8 not null,
  modified int8 not null,
  version int4 not null default 1,
  created_by text,
  modified_by text,
  client_id text unique,
  deleted_at int8,
  deleted_by text,
  ref text not null unique,
  tag text not null default 'draft' check (tag in ('draft', 'pending', 'delivered', 'completed', 'cancelled', 'deleted')),
  buyer_id text not null references buyer,
  seller_id text references seller,
  sales_officer_id text references sales_officer,
  source text not null default '',
  -- What the live orders come to, and what Subtotal edit added to it (B5.0b).
  orders_kobo int8 not null default 0,
  adjustment_kobo int8 not null default 0,
  subtotal_kobo int8 not null generated always as (orders_kobo + adjustment_kobo) stored,
  delivery_fee_kobo int8 not null default 0,
  discount_kobo int8 not null default 0,
  discount_reason text not null default '',
  total_kobo int8 not null generated always as (orders_kobo + adjustment_kobo + delivery_fee_kobo + discount_kobo) stored,
  amount_kobo int8 not null default 0,
  payment_method text check (payment_method in ('cash', 'transfer', 'cash_transfer')),
  cash_kobo int8 not null default 0 check (cash_kobo >= 0),
  transfer_kobo int8 not null default 0 check (transfer_kobo >= 0),
  paid_kobo int8 not null generated always as (cash_kobo + transfer_kobo) stored,
  outstanding_kobo int8 not null generated always as (case when tag = 'cancelled' then 0
    else cash_kobo + transfer_kobo - orders_kobo - adjustment_kobo - delivery_fee_kobo - discount_kobo end) stored,
  cases float8 not null default 0,
  manufacturers int4 not null default 0,
  -- Filled when there is exactly one (A32).
  manufacturer_id text references manufacturer,
  placed_at int8,
  -- First time the group stood in the wallets; what it has there now of the buyer's (B5.3, B5.6).
  posted_at int8,
  posted_kobo int8 not null default 0,
  da_stock boolean not null default false,
  delivery_outcome text check (delivery_outcome in ('delivered_on_time', 'delivered_late', 'not_delivered')),
  words text generated always as (searchable(ref)) stored
);
create index order_group_modified on order_group (modified, _id);
create index order_group_newest on order_group (created desc, _id desc) where deleted_at is null;
create index order_group_tag on order_group (tag, created desc, _id desc) where deleted_at is null;
create index order_group_buyer on order_group (buyer_id, created desc);
create index order_group_seller on order_group (seller_id, created desc);
create index order_group_sales_officer on order_group (sales_officer_id, created desc);
create index order_group_words on order_group using gin (words gin_trgm_ops);
-- A cart: at most one per buyer and hub (B5.0).
create unique index order_group_one_cart on order_group (buyer_id, coalesce(seller_id, '')) where tag = 'draft' and deleted_at is null;
-- Billed without a product: an order that was given an amount, or a fee alone.
create index order_group_without_products on order_group (created) where manufacturers = 0 and deleted_at is null;

create table "order" (
  _id text primary key,
  created int8 not null,
  modified int8 not null,
  version int4 not null default 1,
  created_by text,
  modified_by text,
  client_id text unique,
  deleted_at int8,
  deleted_by text,
  ref text not null unique,
  order_group_id text not null references order_group,
  manufacturer_id text not null references manufacturer,
  tag text not null default 'draft' check (tag in ('draft', 'pending', 'delivered', 'completed', 'cancelled', 'deleted')),
  -- What its lines come to; `amount_kobo` is the same unless somebody edited it (B5.0b).
  items_kobo int8 not null default 0,
  amount_kobo int8 not null default 0,
  amount_edited boolean not null default false,
  words text generated always as (searchable(ref)) stored
);
create index order_modified on "order" (modified, _id);
create index order_newest on "order" (created desc, _id desc) where deleted_at is null;
create unique index order_once on "order" (order_group_id, manufacturer_id);
create index order_manufacturer on "order" (manufacturer_id, order_group_id);
create index order_words on "order" using gin (words gin_trgm_ops);

create table order_item (
  _id text primary key,
  created int8 not null,
  modified int8 not null,
  version int4 not null default 1,
  created_by text,
  modified_by text,
  client_id text unique,
  deleted_at int8,
  deleted_by text,
  order_id text not null references "order",
  order_group_id text not null references order_group,
  product_id text not null references product,
  quantity int4 not null check (quantity >= 0 and quantity <= 1000000),
  quantity_accepted int4 check (quantity_accepted >= 0 and quantity_accepted <= 1000000),
  amount_kobo int8 not null check (amount_kobo >= 0),
  -- What is billed: the accepted part of the amount (B5.0c).
  line_kobo int8 not null default 0,
  -- K1: a line keeps its price per case as it was given (kobo); its amount follows from it. `rate_about`: the price was worked back from an amount.
  -- null: nothing was ordered, so the price of the day counts.
  rate_kobo int8,
  rate_about boolean not null default false,
  -- K7: what the line carries of what its group is billed: its share of edited amounts and subtotals, discounts and fees beside its goods. Reports add
  -- these up, and come to the wallets to the kobo. domain/billedShares.ts says how they are made; settling an order keeps them.
  billed_kobo int8 not null default 0
);
create unique index order_item_once on order_item (order_group_id, product_id) where deleted_at is null;
create index order_item_order on order_item (order_id) where deleted_at is null;
-- The order reports read nothing but this index and the groups of their range.
create index order_item_report on order_item (order_group_id)
  include (order_id, product_id, quantity, quantity_accepted, line_kobo, billed_kobo) where deleted_at is null;

create table order_group_meta (
  _id text primary key,
  order_group_id text not null references order_group,
  tag text not null,
  value text not null default '',
  meta text not null default '',
  created int8 not null,
  modified int8 not null,
  modified_by text,
  unique (order_group_id, tag)
);

create table order_meta (
  _id text primary key,
  order_id text not null references "order",
  tag text not null,
  value text not null default '',
  meta text not null default '',
  created int8 not null,
  modified int8 not null,
  modified_by text,
  unique (order_id, tag)
);

-- The steps of an order group. Rows are only ever added.
create table order_group_log (
  _id text primary key,
  order_group_id text not null references order_group,
  tag text not null,
  old_tag text not null,
  user_id text,
  user_name text,
  created int8 not null,
  note text not null default ''
);
create index order_group_log_newest on order_group_log (order_group_id, created desc, _id desc);

create trigger order_group_log_insert_only before update or delete on order_group_log for each row execute function refuse_change();
-- An order group that goes to another hub is gone for the first one (004_network.sql).
create trigger order_group_left_hub after update of seller_id on order_group for each row
  when (old.seller_id is not null and old.seller_id is distinct from new.seller_id) execute function note_left_hub();
