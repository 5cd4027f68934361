-- A seller manager's hub is the one that names him manager (seller_manager). What stands beside that in his account is no truth any more,
-- but until today it was what he worked by: of several hubs it says which one was his.

-- One hub each: of several active links of a seller manager that to his account's hub holds, else the one that was made or switched on last.
-- Copies of the hubs hear of it.
with ranked as (
  select l._id, row_number() over (partition by l.manager_id
    order by (l.seller_id = u.seller_id) is true desc, l.modified desc, l.created desc, l._id desc) as place
  from seller_manager l join manager m on m._id = l.manager_id left join user_account u on u._id = m.user_id
  where m.role = 'seller.manager' and l.status = 'active' and l.deleted_at is null
), put_out as (
  update seller_manager l set status = 'inactive', version = l.version + 1, modified = greatest(l.modified, extract(epoch from now())::int8)
  from ranked where ranked._id = l._id and ranked.place > 1
  returning l.seller_id
)
update seller set modified = greatest(modified, extract(epoch from now())::int8) where _id in (select seller_id from put_out);

-- Who worked for a hub by his account alone is named its manager now, where nobody else is: of several the one who came last. A link that
-- somebody switched off stays off.
with named as (
  insert into seller_manager (_id, created, modified, seller_id, manager_id)
  select distinct on (u.seller_id) gen_random_uuid()::text, extract(epoch from now())::int8, extract(epoch from now())::int8, u.seller_id, m._id
  from manager m join user_account u on u._id = m.user_id join seller hub on hub._id = u.seller_id
  where m.role = 'seller.manager' and m.status = 'active' and m.deleted_at is null and hub.deleted_at is null
    and u.role = 'seller.manager' and u.deleted_at is null
    and not exists (select 1 from seller_manager l where l.deleted_at is null
      and (l.manager_id = m._id and (l.status = 'active' or l.seller_id = hub._id) or l.seller_id = hub._id and l.status = 'active'))
  order by u.seller_id, m.created desc, m._id desc
  returning seller_id
)
update seller set modified = greatest(modified, extract(epoch from now())::int8) where _id in (select seller_id from named);

update user_account set seller_id = null where role not like 'sales_officer.%' and seller_id is not null;

-- Asked at every call of a seller manager.
create index manager_user on manager (user_id);
