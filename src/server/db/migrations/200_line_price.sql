-- K1: a line keeps its price per case as it was given (kobo); its amount follows from it. `rate_about`: the price was worked back from an amount.
-- null: nothing was ordered, so the price of the day counts (B3.7).
alter table order_item add column rate_kobo int8;
alter table order_item add column rate_about boolean not null default false;
alter table purchase_order_item add column rate_kobo int8;
alter table purchase_order_item add column rate_about boolean not null default false;

-- The price that lines which stand already were given: of the hub's price, the product's and the whole naira next to what the amount says, the first one
-- that gives the line its amount; else what the amount says, which is "about" the price where it does not come out even.
create function price_given(quantity int8, amount int8, case_count int8, hub int8, own int8) returns int8 language sql immutable as $$
  select candidate from (values (1, hub), (2, own), (3, (round(amount::numeric * case_count / quantity / 100) * 100)::int8)) as offered (turn, candidate)
  where candidate is not null and round(quantity::numeric * candidate / case_count) = amount order by turn limit 1
$$;

update order_item i set rate_kobo = coalesce(given.rate, least(round(i.amount_kobo::numeric * given.case_count / i.quantity), 99999999999999)::int8),
  rate_about = given.rate is null and i.amount_kobo::numeric * given.case_count % i.quantity <> 0
from (select line._id, p.case_count, price_given(line.quantity, line.amount_kobo, p.case_count, sp.price_kobo, p.price_kobo) as rate
  from order_item line join order_group g on g._id = line.order_group_id join product p on p._id = line.product_id
    left join seller_product sp on sp.seller_id = g.seller_id and sp.product_id = line.product_id and sp.status = 'active' and sp.deleted_at is null
  where line.quantity > 0) given
where given._id = i._id;

-- Receipts get the price too: their amounts stay as they are.
alter table purchase_order_item disable trigger purchase_order_item_changed;
update purchase_order_item i set rate_kobo = coalesce(given.rate, least(round(i.amount_kobo::numeric * given.case_count / i.quantity), 99999999999999)::int8),
  rate_about = given.rate is null and i.amount_kobo::numeric * given.case_count % i.quantity <> 0
from (select line._id, p.case_count, price_given(line.quantity, line.amount_kobo, p.case_count, null, p.price_kobo) as rate
  from purchase_order_item line join product p on p._id = line.product_id where line.quantity > 0) given
where given._id = i._id;
alter table purchase_order_item enable trigger purchase_order_item_changed;

drop function price_given(int8, int8, int8, int8, int8);
