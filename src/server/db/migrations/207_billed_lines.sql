-- K7: what each line carries of what its group is billed: its share of edited amounts and subtotals, discounts and fees beside its goods. Reports add these
-- up, and come to the wallets to the kobo. domain/billedShares.ts says how they are made; settling an order keeps them.
alter table order_item add column billed_kobo int8 not null default 0;

with live as (
  select i._id, i.order_group_id, o._id as order_id, o.amount_kobo, i.line_kobo::numeric as value,
    g.total_kobo
  from order_item i join "order" o on o._id = i.order_id and o.tag not in ('cancelled', 'deleted') join order_group g on g._id = i.order_group_id
  where i.deleted_at is null),
weighed as (
  select l.*, case when min(value) over ofit >= 0 and max(value) over ofit > 0 then value else 1 end as weight
  from live l window ofit as (partition by order_id)),
cut as (
  select w.*, div(amount_kobo * sum(weight) over (partition by order_id order by _id collate "C"), sum(weight) over (partition by order_id)) as border
  from weighed w),
own as (
  select c.*, border - coalesce(lag(border) over (partition by order_id order by _id collate "C"), 0) as share from cut c),
again as (
  select o.*, total_kobo - sum(share) over ofgroup as rest,
    case when min(share) over ofgroup >= 0 and max(share) over ofgroup > 0 then share else 1 end as weight_too
  from own o window ofgroup as (partition by order_group_id)),
cut_too as (
  select a._id, a.order_group_id, a.share,
    div(rest * sum(weight_too) over (partition by order_group_id order by _id collate "C"), sum(weight_too) over (partition by order_group_id)) as border_too
  from again a),
shares as (
  select _id, share + border_too - coalesce(lag(border_too) over (partition by order_group_id order by _id collate "C"), 0) as billed from cut_too)
update order_item i set billed_kobo = s.billed::int8 from shares s where i._id = s._id and s.billed <> 0;

-- The order reports read nothing but this index and the groups of their range.
drop index order_item_report;
create index order_item_report on order_item (order_group_id)
  include (order_id, product_id, quantity, quantity_accepted, line_kobo, billed_kobo) where deleted_at is null;
-- Billed without a product: an order that was given an amount, or a fee alone.
create index order_group_without_products on order_group (created) where manufacturers = 0 and deleted_at is null;
