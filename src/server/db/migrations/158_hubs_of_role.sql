-- Who was given a role that manages no hub kept the hubs that he had: they stand without a manager now, and their copies hear of it.
with put_out as (
  update seller_manager l set status = 'inactive', version = l.version + 1, modified = greatest(l.modified, extract(epoch from now())::int8)
  from manager m
  where m._id = l.manager_id and m.role not in ('seller.manager', 'manager.staff') and l.status = 'active' and l.deleted_at is null
  returning l.seller_id
)
update seller set modified = greatest(modified, extract(epoch from now())::int8) where _id in (select seller_id from put_out);
