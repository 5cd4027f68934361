-- Purchase orders: created by the wizard, executed once, then a receipt for ever (B3.4).
create table purchase_order (
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
  timestamp int8 not null,
  tag text not null default 'purchase_order' check (tag in ('purchase_order', 'receipt')),
  meta text not null default '{}',
  kind text not null,
  source_type text not null,
  source text not null,
  source_name text not null,
  destination_type text not null,
  destination text not null,
  destination_name text not null,
  amount_kobo int8 not null default 0,
  amount_accepted_kobo int8 not null default 0,
  item_count int4 not null default 0,
  items_digest text not null default '',
  source_warehouse_id text references warehouse,
  destination_warehouse_id text references warehouse,
  executed_at int8,
  executed_by text,
  executed_key text,
  reverses text,
  words text generated always as (searchable(ref || ' ' || source_name || ' ' || destination_name)) stored,
  -- Which of two things known of an order's lines is the later one: every change of them makes it larger (SYNC rule 10: no tablet's clock can say).
  -- 1: not changed since. An answer of a version before this column says 0, so a copy that is read from now on is the later one.
  items_revision int8 not null default 1,
  -- The business date as it was sent, where the server keeps another one (B3.3, K21): a confirmation may name either (K40). null: kept as it was sent.
  asked_timestamp int8,
  check (source_type <> destination_type or source <> destination)
);
create index purchase_order_modified on purchase_order (modified, _id);
create index purchase_order_newest on purchase_order (timestamp desc, _id desc) where deleted_at is null;
create index purchase_order_words on purchase_order using gin (words gin_trgm_ops);
create index purchase_order_source on purchase_order (source);
create index purchase_order_destination on purchase_order (destination);
-- Every row of a list of purchase orders says what reverses it (B3.22): without an index each of them reads all orders.
create index purchase_order_reverses on purchase_order (reverses) where reverses is not null;

create table purchase_order_item (
  _id text primary key,
  created int8 not null,
  modified int8 not null,
  version int4 not null default 1,
  created_by text,
  modified_by text,
  client_id text unique,
  deleted_at int8,
  deleted_by text,
  purchase_order_id text not null references purchase_order,
  product_id text not null references product,
  quantity int4 not null check (quantity >= 0 and quantity <= 1000000),
  quantity_accepted int4 check (quantity_accepted >= 0 and quantity_accepted <= 1000000),
  amount_kobo int8 not null,
  reason text,
  note text not null default '',
  -- K1: a line keeps its price per case as it was given (kobo); its amount follows from it. `rate_about`: the price was worked back from an amount.
  -- null: nothing was ordered, so the price of the day counts (B3.7).
  rate_kobo int8,
  rate_about boolean not null default false
);
create unique index purchase_order_item_once on purchase_order_item (purchase_order_id, product_id) where deleted_at is null;

-- A receipt's header and lines are beyond every code path, also a wrong one.
create function refuse_receipt_change() returns trigger language plpgsql as $$
begin
  if old.tag = 'receipt' then
    raise exception 'a receipt cannot be changed' using errcode = 'KS002';
  end if;
  return coalesce(new, old);
end
$$;
create trigger purchase_order_receipt before update or delete on purchase_order for each row execute function refuse_receipt_change();

-- Whether lines are a receipt's is asked once per statement: once per line it was a good part of what a batch of 125 takes to write.
create function refuse_receipt_items_change() returns trigger language plpgsql as $$
declare
  locked boolean := false;
begin
  if tg_op <> 'INSERT' then
    locked := exists (select 1 from before_lines i join purchase_order o on o._id = i.purchase_order_id where o.tag = 'receipt');
  end if;
  if tg_op <> 'DELETE' and not locked then
    locked := exists (select 1 from after_lines i join purchase_order o on o._id = i.purchase_order_id where o.tag = 'receipt');
  end if;
  if locked then
    raise exception 'the lines of a receipt cannot be changed' using errcode = 'KS002';
  end if;
  return null;
end
$$;
create trigger purchase_order_item_added after insert on purchase_order_item
  referencing new table as after_lines for each statement execute function refuse_receipt_items_change();
create trigger purchase_order_item_changed after update on purchase_order_item
  referencing old table as before_lines new table as after_lines for each statement execute function refuse_receipt_items_change();
create trigger purchase_order_item_removed after delete on purchase_order_item
  referencing old table as before_lines for each statement execute function refuse_receipt_items_change();
