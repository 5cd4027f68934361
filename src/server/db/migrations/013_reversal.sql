-- Reversals: a receipt is taken back as a whole by a second receipt, once (decision 0450). What needs an approval waits here and has no order yet.
create table reversal (
  _id text primary key,
  created int8 not null,
  modified int8 not null,
  version int4 not null default 1,
  created_by text,
  modified_by text,
  client_id text unique,
  receipt_id text not null references purchase_order,
  -- The receipt that took it back; null until then.
  order_id text unique references purchase_order,
  reason text not null check (reason <> ''),
  status text not null check (status in ('asked', 'done', 'refused')),
  -- What the receipt was billed, kobo.
  amount_kobo int8 not null,
  decided_at int8,
  decided_by text,
  decided_note text not null default '',
  check (receipt_id <> order_id),
  check ((status = 'done') = (order_id is not null)),
  check ((status = 'asked') = (decided_at is null))
);
-- A receipt is reversed once, whoever asks and on however many tablets.
create unique index reversal_once on reversal (receipt_id) where status <> 'refused';
create index reversal_waiting on reversal (created, _id) where status = 'asked';

-- A decided reversal is beyond every code path, also a wrong one.
create function refuse_reversal_change() returns trigger language plpgsql as $$
begin
  if old.status <> 'asked' or tg_op = 'DELETE' then
    raise exception 'a reversal that is decided cannot be changed' using errcode = 'KS002';
  end if;
  return new;
end
$$;
create trigger reversal_decided before update or delete on reversal for each row execute function refuse_reversal_change();
