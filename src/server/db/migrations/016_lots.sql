-- Lots of products that are tracked by lot (decision 0540). Every movement of goods writes rows of warehouse_log, whichever call makes them: the lots move there, and a line without
-- lots moves the lot "unknown" (code ''). Quantities are units. `expires` is a day as text (2027-03-01), '' where nobody said one.
alter table product add column tracks_lots boolean not null default false;
create index product_tracks_lots on product (_id) where tracks_lots;

-- The lots that a person named for a line: JSON [["code","2027-03-01",24], ...] in units (domain/lots.ts); null: none.
alter table purchase_order_item add column lots text;

create table lot_stock (
  warehouse_id text not null references warehouse,
  product_id text not null references product,
  code text collate "C" not null,
  expires text collate "C" not null,
  quantity int8 not null,
  primary key (warehouse_id, product_id, code, expires),
  constraint lot_stock_not_negative check (quantity >= 0),
  constraint lot_stock_expires check (expires = '' or expires ~ '^\d{4}-\d\d-\d\d$')
);
create index lot_stock_expiring on lot_stock (expires, product_id) where quantity > 0 and expires <> '';
create index lot_stock_product on lot_stock (product_id, code);

-- What each row of the log moved of each lot; the sum of a row's lots is the row's quantity.
create table lot_move (
  log_id text not null references warehouse_log,
  product_id text not null references product,
  code text collate "C" not null,
  expires text collate "C" not null,
  quantity int8 not null check (quantity <> 0),
  primary key (log_id, code, expires)
);
create index lot_move_lot on lot_move (product_id, code, expires);
create trigger lot_move_insert_only before update or delete on lot_move for each row execute function refuse_change();

create function move_lot(log text, warehouse text, product text, lot text, day text, units int8) returns void language plpgsql as $$
#variable_conflict use_column
begin
  if units = 0 then
    return;
  end if;
  insert into lot_stock as held values (warehouse, product, lot, day, 0) on conflict do nothing;
  update lot_stock set quantity = quantity + units
    where warehouse_id = warehouse and product_id = product and code = lot and expires = day;
  insert into lot_move as moved values (log, product, lot, day, units)
    on conflict (log_id, code, expires) do nothing;
end
$$;

-- What leaves: the named lots as far as they are held, then of what was named and is not held the lot "unknown", then what expires first. Lots without a day come last.
create function lots_leave(log text, warehouse text, product text, named json, units int8) returns void language plpgsql as $$
#variable_conflict use_column
declare
  missing int8 := units;
  unmet int8 := 0;
  held record;
  taken jsonb := '{}';
  part int8;
  name text;
begin
  for held in
    select wish.code, wish.expires, wish.units as wished, coalesce(s.quantity, 0) as quantity
    from (select w ->> 0 as code, w ->> 1 as expires, sum((w ->> 2)::int8)::int8 as units, min(at) as at
        from json_array_elements(named) with ordinality as each (w, at) group by 1, 2) wish
      left join lot_stock s on s.warehouse_id = warehouse and s.product_id = product and s.code = wish.code and s.expires = wish.expires
    order by wish.at
  loop
    part := least(held.wished, held.quantity, missing);
    unmet := unmet + least(held.wished, missing) - part;
    taken := taken || jsonb_build_object(held.code || ' ' || held.expires, part);
    missing := missing - part;
  end loop;
  for held in
    select code, expires, quantity from lot_stock where warehouse_id = warehouse and product_id = product and quantity > 0
    order by unmet > 0 and code = '' desc, expires = '', expires, code
  loop
    name := held.code || ' ' || held.expires;
    part := coalesce((taken ->> name)::int8, 0);
    part := part + least(held.quantity - part, missing);
    missing := missing - (part - coalesce((taken ->> name)::int8, 0));
    perform move_lot(log, warehouse, product, held.code, held.expires, -part);
  end loop;
  if missing > 0 then
    raise exception 'the lots of % in % are fewer than its stock', product, warehouse using errcode = 'KS004';
  end if;
end
$$;

-- What comes: the named lots, then the lots that left the other side by the same line, then "unknown".
create function lots_come(log text, warehouse text, product text, named json, other_log text, units int8) returns void language plpgsql as $$
#variable_conflict use_column
declare
  missing int8 := units;
  lot record;
  part int8;
begin
  for lot in
    select code, expires, sum(units)::int8 as units from (
      select w ->> 0 as code, w ->> 1 as expires, (w ->> 2)::int8 as units from json_array_elements(named) as w
    ) wish where code <> '' group by 1, 2 order by 2, 1
  loop
    part := least(lot.units, missing);
    perform move_lot(log, warehouse, product, lot.code, lot.expires, part);
    missing := missing - part;
  end loop;
  if missing > 0 and json_array_length(named) = 0 then
    for lot in select code, expires, -quantity as units from lot_move where log_id = other_log order by expires = '', expires, code loop
      part := least(lot.units, missing);
      perform move_lot(log, warehouse, product, lot.code, lot.expires, part);
      missing := missing - part;
    end loop;
  end if;
  perform move_lot(log, warehouse, product, '', '', missing);
end
$$;

-- Openings first: they bring what leaves then. Of a line of a transfer the row that takes goes before the row that gives; of other rows those that bring go first.
create function move_lots() returns trigger language plpgsql as $$
declare
  one record;
begin
  for one in
    select a._id, a.warehouse_id, a.product_id, a.quantity, a.item_id, coalesce(i.lots, '[]')::json as named
    from added a join product p on p._id = a.product_id and p.tracks_lots left join purchase_order_item i on i._id = a.item_id
    where a.quantity <> 0 order by a.kind <> 'opening', case when a.item_id is null then a.quantity < 0 else a.quantity > 0 end, a.product_id, a._id
  loop
    if one.quantity < 0 then
      perform lots_leave(one._id, one.warehouse_id, one.product_id, one.named, -one.quantity);
    else
      perform lots_come(one._id, one.warehouse_id, one.product_id, one.named,
        (select a._id from added a where a.item_id = one.item_id and a.quantity < 0), one.quantity);
    end if;
  end loop;
  return null;
end
$$;
create trigger warehouse_log_lots after insert on warehouse_log
  referencing new table as added for each statement execute function move_lots();

-- Tracking begins with all goods in the lot "unknown" and ends without lots; what moved by lot stays known.
create function begin_or_end_lots() returns trigger language plpgsql as $$
begin
  delete from lot_stock where product_id = new._id;
  if new.tracks_lots then
    insert into lot_stock select warehouse_id, product_id, '', '', quantity from warehouse_product where product_id = new._id and quantity > 0;
  end if;
  return null;
end
$$;
create trigger product_tracks_lots after update of tracks_lots on product
  for each row when (old.tracks_lots is distinct from new.tracks_lots) execute function begin_or_end_lots();

-- The lots of a product in a warehouse sum to its stock there when a transaction ends, whatever made it.
create function refuse_unequal_lots() returns trigger language plpgsql as $$
declare
  one record;
begin
  if tg_op = 'DELETE' then one := old; else one := new; end if;
  if exists (select 1 from product where _id = one.product_id and tracks_lots) and
    coalesce((select quantity from warehouse_product where warehouse_id = one.warehouse_id and product_id = one.product_id), 0)
      <> coalesce((select sum(quantity) from lot_stock where warehouse_id = one.warehouse_id and product_id = one.product_id), 0) then
    raise exception 'the lots of % in % do not sum to its stock', one.product_id, one.warehouse_id using errcode = 'KS004';
  end if;
  return null;
end
$$;
create constraint trigger warehouse_product_lots after insert or update or delete on warehouse_product
  deferrable initially deferred for each row execute function refuse_unequal_lots();
create constraint trigger lot_stock_sums after insert or update or delete on lot_stock
  deferrable initially deferred for each row execute function refuse_unequal_lots();
