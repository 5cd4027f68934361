-- Claims: what a supplier owes for goods that came short or damaged (decision 0471). Money is kobo, quantities are units.
create table claim (
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
  distributor_id text not null references distributor,
  -- The name at the time of the claim: paper that was sent stays as it was.
  distributor_name text not null,
  status text not null default 'open' check (status in ('open', 'sent', 'settled', 'cancelled')),
  note text not null default '',
  -- What the lines come to, how many there are, and what they are (SHA-256 of domain/discrepancy.ts claimText).
  amount_kobo int8 not null check (amount_kobo > 0),
  line_count int4 not null check (line_count > 0),
  lines_digest text not null,
  sent_at int8,
  sent_by text,
  closed_at int8,
  closed_by text,
  -- Why it was cancelled, or what was said when it was settled.
  closed_note text not null default '',
  settled_by text check (settled_by in ('credit', 'goods')),
  -- Of a credit note: its amount and its number. Of goods: the receipt that they came with, where there is one.
  settled_kobo int8 check (settled_kobo > 0),
  settled_number text not null default '',
  settled_order_id text references purchase_order,
  words text generated always as (searchable(ref || ' ' || distributor_name || ' ' || settled_number)) stored,
  check ((status = 'settled') = (settled_by is not null)),
  check (settled_by is distinct from 'credit' or (settled_kobo is not null and settled_number <> '')),
  check (status in ('open', 'cancelled') or sent_at is not null),
  check ((closed_at is not null) = (status in ('settled', 'cancelled')))
);
create index claim_modified on claim (modified, _id);
create index claim_newest on claim (created desc, _id desc) where deleted_at is null;
create index claim_words on claim using gin (words gin_trgm_ops);
create index claim_distributor on claim (distributor_id, created desc);
create index claim_waiting on claim (created, _id) where status in ('open', 'sent');

create table claim_line (
  claim_id text not null references claim,
  item_id text not null references purchase_order_item,
  kind text not null check (kind in ('short', 'over', 'damaged')),
  units int4 not null check (units > 0),
  value_kobo int8 not null check (value_kobo >= 0),
  -- false: the claim was cancelled, and the line can be claimed anew.
  stands boolean not null default true,
  primary key (claim_id, item_id)
);
-- A line of a receipt stands in one claim, whoever makes it.
create unique index claim_line_once on claim_line (item_id) where stands;

-- A claim that has ended is beyond every code path, also a wrong one, and so are the lines of one that was sent.
create function refuse_claim_change() returns trigger language plpgsql as $$
begin
  if old.status in ('settled', 'cancelled') then
    raise exception 'a claim that has ended cannot be changed' using errcode = 'KS004';
  end if;
  return coalesce(new, old);
end
$$;
create trigger claim_ended before update or delete on claim for each row execute function refuse_claim_change();

create function refuse_claim_line_change() returns trigger language plpgsql as $$
declare
  head claim;
begin
  select * into head from claim where _id = coalesce(new.claim_id, old.claim_id);
  -- Cancelling lets its lines go, and changes nothing else of them.
  if head.status = 'open' or (tg_op = 'UPDATE' and head.status = 'sent' and not new.stands and new.kind = old.kind
    and new.units = old.units and new.value_kobo = old.value_kobo) then
    return coalesce(new, old);
  end if;
  raise exception 'the lines of a claim that was sent cannot be changed' using errcode = 'KS004';
end
$$;
create trigger claim_line_sent before insert or update or delete on claim_line for each row execute function refuse_claim_line_change();
