-- K7: each line's share of what its group is billed, once more and made apart from domain/billedShares.ts, over all orders.
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
