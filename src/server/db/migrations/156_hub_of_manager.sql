-- A seller manager's hub is the one that names him manager (seller_manager). What was written beside that by hand is no truth any more.
update user_account set seller_id = null where role not like 'sales_officer.%' and seller_id is not null;

-- One hub each: of several active links of a seller manager the one that was made first holds. Copies of the hubs hear of it.
with put_out as (
  update seller_manager l set status = 'inactive', version = l.version + 1, modified = greatest(l.modified, extract(epoch from now())::int8)
  from manager m
  where m._id = l.manager_id and m.role = 'seller.manager' and l.status = 'active' and l.deleted_at is null
    and exists (select 1 from seller_manager first where first.manager_id = l.manager_id and first.status = 'active'
      and first.deleted_at is null and (first.created, first._id) < (l.created, l._id))
  returning l.seller_id
)
update seller set modified = greatest(modified, extract(epoch from now())::int8) where _id in (select seller_id from put_out);

-- Asked at every call of a seller manager.
create index manager_user on manager (user_id);
