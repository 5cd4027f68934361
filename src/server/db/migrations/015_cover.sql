-- How early and how much is ordered (decision 0531): of a hub, of one supplier of the hub, or of one product of the hub. Days are whole days.
create table cover_rule (
  _id text primary key,
  created int8 not null,
  modified int8 not null,
  version int4 not null default 1,
  created_by text,
  modified_by text,
  seller_id text not null references seller,
  distributor_id text references distributor,
  product_id text references product,
  lead_days int4 not null check (lead_days between 0 and 365),
  safety_days int4 not null check (safety_days between 0 and 365),
  order_days int4 not null check (order_days between 1 and 365),
  check (distributor_id is null or product_id is null)
);
create unique index cover_rule_once on cover_rule (seller_id, coalesce(distributor_id, ''), coalesce(product_id, ''));
