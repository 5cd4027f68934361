-- Outgoing webhooks (decision 0571). The secret of a hook is derived from this key, KASUWA_SECRET and the hook, and stands nowhere.
insert into secret values ('webhook', replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''));

create table webhook (
  _id text primary key,
  created int8 not null,
  modified int8 not null,
  version int4 not null default 1,
  created_by text,
  modified_by text,
  url text not null,
  -- Words such as 'order.created' (contract/settings/webhookCalls.ts).
  events text[] not null check (cardinality(events) > 0),
  status text not null default 'active' check (status in ('active', 'inactive')),
  -- The secret is derived anew with each number.
  secret_no int4 not null default 1,
  -- When and why the server switched the hook off; null: a person did, or it is on.
  off_at int8,
  off_reason text
);

-- What happened and goes to a hook, written with the event; later the log of what was sent.
create table webhook_delivery (
  _id text primary key,
  webhook_id text not null references webhook on delete cascade,
  created int8 not null,
  type text not null,
  -- JSON, as it is sent and signed.
  payload text not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempts int4 not null default 0,
  -- When it may be sent (again); while one is being sent, when it counts as lost.
  due int8 not null,
  -- A process sends it, until its lease (`due`) is over.
  sending boolean not null default false,
  -- The last attempt: when, the HTTP status (null: no answer), how long it took, the beginning of the answer or what went wrong.
  tried_at int8,
  answer_code int4,
  ms int4,
  answer text
);
create index webhook_delivery_due on webhook_delivery (due) where state = 'waiting';
create index webhook_delivery_of on webhook_delivery (webhook_id, created desc, _id desc);

-- Which goods of a hub are at or below their reorder point, so that a fall is told once. One row of `stock_watch` while a hook wants to know.
create table stock_watch (
  one boolean primary key default true check (one),
  looked_at int8 not null
);
create table stock_low (
  seller_id text not null references seller,
  product_id text not null references product,
  since int8 not null,
  primary key (seller_id, product_id)
);
