-- A device says what every row says (API.md 1.1). What is known of those before: their history, else when they were last seen.
alter table device add column created int8, add column modified int8;
update device d set created = coalesce(told.first, d.last_seen), modified = coalesce(told.last, d.last_seen)
from device own left join (select record_id, min(created) as first, max(created) as last from audit_log where model = 'device' group by record_id) told
  on told.record_id = own._id
where own._id = d._id;
alter table device alter column created set not null, alter column modified set not null;
