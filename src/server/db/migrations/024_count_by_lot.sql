-- Stocktakes count by lot (decision 0720). lots of a count: JSON [["code","2027-03-01",24], ...] in units, as of a line; null: the person named none.
alter table stocktake_count add column lots text;
-- What held of each lot when the stocktake was closed, as the results told it (domain/lotCounts.ts); null: the count named no lot.
alter table stocktake_line add column lots text;
-- What an adjustment moves of each lot, in signed units: JSON [["code","2027-03-01",-4], ...]. null: nobody named lots. The sum of the lots is the quantity of the row, which
-- may be 0: then goods were booked on the wrong lot.
alter table warehouse_log add column lots text;

-- As before (016_lots.sql), and rows that name their lots move exactly those.
create or replace function move_lots() returns trigger language plpgsql as $$
declare
  one record;
begin
  for one in
    select a._id, a.warehouse_id, a.product_id, a.quantity, a.item_id, coalesce(i.lots, '[]')::json as named, a.lots
    from added a join product p on p._id = a.product_id and p.tracks_lots left join purchase_order_item i on i._id = a.item_id
    where a.quantity <> 0 or a.lots is not null
    order by a.kind <> 'opening', case when a.item_id is null then a.quantity < 0 else a.quantity > 0 end, a.product_id, a._id
  loop
    if one.lots is not null then
      perform move_lot(one._id, one.warehouse_id, one.product_id, w ->> 0, w ->> 1, (w ->> 2)::int8)
        from json_array_elements(one.lots::json) as w;
    elsif one.quantity < 0 then
      perform lots_leave(one._id, one.warehouse_id, one.product_id, one.named, -one.quantity);
    else
      perform lots_come(one._id, one.warehouse_id, one.product_id, one.named,
        (select a._id from added a where a.item_id = one.item_id and a.quantity < 0), one.quantity);
    end if;
  end loop;
  return null;
end
$$;
