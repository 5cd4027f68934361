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
  check (source_type <> destination_type or source <> destination)
);
create index purchase_order_modified on purchase_order (modified, _id);
create index purchase_order_newest on purchase_order (timestamp desc, _id desc) where deleted_at is null;
create index purchase_order_words on purchase_order using gin (searchable(ref || ' ' || source_name || ' ' || destination_name) gin_trgm_ops);
create index purchase_order_source on purchase_order (source);
create index purchase_order_destination on purchase_order (destination);

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
  note text not null default ''
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

create function refuse_receipt_item_change() returns trigger language plpgsql as $$
begin
  if exists (select 1 from purchase_order where _id = coalesce(new.purchase_order_id, old.purchase_order_id) and tag = 'receipt') then
    raise exception 'the lines of a receipt cannot be changed' using errcode = 'KS002';
  end if;
  return coalesce(new, old);
end
$$;
create trigger purchase_order_item_receipt before insert or update or delete on purchase_order_item for each row execute function refuse_receipt_item_change();

-- Wallets (B6): what an execute posts. Positive balance = the owner owes the operator (A9).
create table ledger (
  _id text primary key,
  head text not null check (head in ('buyer', 'sales_officer', 'distributor', 'distributor_officer')),
  subhead text not null default 'wallet',
  owner text not null,
  balance_kobo int8 not null default 0,
  created int8 not null,
  modified int8 not null,
  version int4 not null default 1,
  unique (head, subhead, owner)
);
create table ledger_log (
  _id text primary key,
  ledger_id text not null references ledger,
  created int8 not null,
  tag text not null,
  value_kobo int8 not null,
  effect_kobo int8 not null,
  balance_after_kobo int8 not null,
  description text not null,
  ref_type text,
  ref_id text,
  created_by text
);
create index ledger_log_newest on ledger_log (ledger_id, created desc, _id desc);
create trigger ledger_log_insert_only before update or delete on ledger_log for each row execute function refuse_change();
