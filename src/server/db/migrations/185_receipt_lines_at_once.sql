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
drop trigger purchase_order_item_receipt on purchase_order_item;
drop function refuse_receipt_item_change();
create trigger purchase_order_item_added after insert on purchase_order_item
  referencing new table as after_lines for each statement execute function refuse_receipt_items_change();
create trigger purchase_order_item_changed after update on purchase_order_item
  referencing old table as before_lines new table as after_lines for each statement execute function refuse_receipt_items_change();
create trigger purchase_order_item_removed after delete on purchase_order_item
  referencing old table as before_lines for each statement execute function refuse_receipt_items_change();
