-- An order counts on the day on which it was placed (decision 1560). Orders of before have the date of their cart, and screens that are open load them anew.
update "order" o set created = g.placed_at, modified = greatest(o.modified, extract(epoch from now())::int8)
from order_group g
where g._id = o.order_group_id and g.placed_at is not null and g.created <> g.placed_at and o.created < g.placed_at;
update order_group set created = placed_at, modified = greatest(modified, extract(epoch from now())::int8)
where placed_at is not null and created <> placed_at;
