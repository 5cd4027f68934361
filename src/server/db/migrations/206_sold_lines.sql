-- K9: what an associate sold and never held stands in his warehouse as a line of 0 units: it is negative in hand there, and in "Stock value held".
-- From now on settling an order sees to it (stock/soldLines.ts); this is for the orders that stand already.
insert into warehouse_product (_id, warehouse_id, product_id, quantity, created, modified)
select 'sold-' || md5(w._id || ' ' || sold.product_id), w._id, sold.product_id, 0, sold.at, sold.at
from (select g.sales_officer_id as officer, i.product_id, max(g.modified) as at
    from order_group g join "order" o on o.order_group_id = g._id and o.tag not in ('cancelled', 'deleted')
      join order_item i on i.order_id = o._id and i.deleted_at is null
    where g.da_stock and g.tag in ('delivered', 'completed') and g.deleted_at is null and g.sales_officer_id is not null
    group by g.sales_officer_id, i.product_id) sold
  join warehouse w on w.parent_type = 'sales_officer' and w.parent = sold.officer and w.status = 'active' and w.deleted_at is null
where not exists (select 1 from warehouse own join warehouse_product wp on wp.warehouse_id = own._id and wp.product_id = sold.product_id
  where own.parent_type = 'sales_officer' and own.parent = sold.officer)
on conflict (warehouse_id, product_id) do nothing;
