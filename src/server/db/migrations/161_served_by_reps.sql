-- AREA-12: an area is served by an active delivery associate of its hub. Who was switched off, was given another role or went to another hub kept
-- his areas, and an area that went to another hub kept its rep: these stand without one now, and their copies hear of it.
with put_out as (
  update sales_officer_area l set status = 'inactive', version = l.version + 1, modified = greatest(l.modified, extract(epoch from now())::int8)
  from area a, sales_officer o
  where a._id = l.area_id and o._id = l.sales_officer_id and l.status = 'active' and l.deleted_at is null
    and not (o.role = 'sales_officer.rep' and o.status = 'active' and o.deleted_at is null and o.seller_id = a.seller_id)
  returning l.area_id
)
update area set modified = greatest(modified, extract(epoch from now())::int8) where _id in (select area_id from put_out);

-- Asked when a person changes, and when a location does.
create index sales_officer_area_officer on sales_officer_area (sales_officer_id) where deleted_at is null;
