-- Handovers: goods that one tablet offers and another one takes, both without a server (decision 0610). Times are epoch seconds.

-- The key of this site. It signs which device key belongs to whom, and a backup carries it: after a restore the papers of before are still read.
create table site_key (
  _id text primary key check (_id = 'site'),
  created int8 not null,
  public_key text not null,
  private_key text not null
);

-- A key of one person on one device. The private half never leaves the device.
create table device_key (
  public_key text primary key,
  created int8 not null,
  modified int8 not null,
  user_id text not null references user_account,
  device_id text not null,
  -- Until when the last certificate is good.
  until int8 not null,
  revoked_at int8,
  revoked_by text
);
create index device_key_user on device_key (user_id);

create table handover (
  _id text primary key,
  created int8 not null,
  modified int8 not null,
  version int4 not null default 1,
  -- The client id of the transfer, or its id where it began elsewhere. Both halves name it, so the second one joins the first.
  transfer text not null unique,
  order_id text references purchase_order,
  -- The giver's half: the signed text, by whom, when by the tablet's clock, and when it came. Either half carries the offer; `given_seen` says that the giver sent it.
  giver_id text not null,
  giver_name text not null,
  giver_device text not null,
  offer text not null,
  offer_digest text not null,
  destination_type text not null,
  destination text not null,
  given_at int8 not null,
  given_seen int8,
  -- The taker's half. `taken_offer_digest`: the goods that the taker saw, which differ where the giver confirmed anew.
  taker_id text,
  taker_name text,
  answer text,
  taken_offer_digest text,
  taken_at int8,
  taken_seen int8,
  -- JSON: what the taker counted otherwise.
  counts text not null default '[]',
  -- The taker's half came first and made the receipt; the answer that the giver's confirmation gets.
  posted text,
  -- Why it could not.
  not_posted text not null default '',
  settled_at int8,
  settled_by text,
  settled_note text not null default '',
  check ((taker_id is null) = (taken_seen is null)),
  check ((settled_at is null) = (settled_by is null))
);
create index handover_open on handover (created, _id) where settled_at is null;
create index handover_order on handover (order_id) where order_id is not null;

-- What a person signed stays as it was.
create function refuse_handover_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (old.answer is not null and new.answer is distinct from old.answer)
    or (old.taken_at is not null and (new.taken_at is distinct from old.taken_at or new.taker_id is distinct from old.taker_id or new.counts <> old.counts))
    or (old.settled_at is not null and new.settled_at is distinct from old.settled_at) then
    raise exception 'a half of a handover that came cannot be changed' using errcode = 'KS005';
  end if;
  return new;
end
$$;
create trigger handover_kept before update or delete on handover for each row execute function refuse_handover_change();
