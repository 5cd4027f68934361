-- Close-outs of the day of a delivery associate (decision 0550). Money is kobo, quantities are units. Nothing here moves stock or a wallet.
create table close_out (
  _id text primary key,
  created int8 not null,
  modified int8 not null,
  version int4 not null default 1,
  created_by text,
  modified_by text,
  ref text not null unique,
  sales_officer_id text not null references sales_officer,
  -- The names at the time of the close: paper that was signed stays as it was.
  officer_name text not null,
  seller_id text not null references seller,
  hub_name text not null,
  -- 00:00 in Lagos, epoch seconds.
  day int8 not null,
  status text not null default 'closed' check (status in ('closed', 'reopened')),
  note text not null default '',
  -- JSON: the figures and the lines as the two persons signed them, and the SHA-256 of both (domain/closeOut.ts).
  figures text not null,
  lines text not null,
  digest text not null,
  -- How each of the two signed: a drawing (the path of an SVG), or typed and confirmed by the password of who takes the day.
  officer_signature text not null check (length(officer_signature) between 1 and 8000),
  officer_typed boolean not null,
  taker_signature text not null check (length(taker_signature) between 1 and 8000),
  taker_typed boolean not null,
  taker_id text not null,
  taker_name text not null,
  closed_at int8 not null,
  reopened_at int8,
  reopened_by text,
  reopened_name text,
  reopened_note text not null default '',
  check ((status = 'reopened') = (reopened_at is not null))
);
-- A day of an associate is closed once, whoever closes it.
create unique index close_out_once on close_out (sales_officer_id, day) where status = 'closed';
create index close_out_day on close_out (sales_officer_id, day desc, closed_at desc);

-- What was signed is beyond every code path: a close is only reopened, once, and nothing else of it changes.
create function refuse_close_out_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.status <> 'closed' or new.status <> 'reopened' or new.figures <> old.figures or new.lines <> old.lines
    or new.digest <> old.digest or new.day <> old.day or new.sales_officer_id <> old.sales_officer_id
    or new.officer_signature <> old.officer_signature or new.taker_signature <> old.taker_signature
    or new.taker_id <> old.taker_id or new.closed_at <> old.closed_at then
    raise exception 'a close-out that was signed cannot be changed' using errcode = 'KS004';
  end if;
  return new;
end
$$;
create trigger close_out_signed before update or delete on close_out for each row execute function refuse_close_out_change();
