-- AREA-12: a rep was held against the hub that was sent with him, not the area's own, so that an area could keep one of another hub: it stands without
-- one now, and its copies hear of it. The same as 161, for what came since.
with put_out as (
  update sales_officer_area l set status = 'inactive', version = l.version + 1, modified = greatest(l.modified, extract(epoch from now())::int8)
  from area a, sales_officer o
  where a._id = l.area_id and o._id = l.sales_officer_id and l.status = 'active' and l.deleted_at is null
    and not (o.role = 'sales_officer.rep' and o.status = 'active' and o.deleted_at is null and o.seller_id = a.seller_id)
  returning l.area_id
)
update area set modified = greatest(modified, extract(epoch from now())::int8) where _id in (select area_id from put_out);
