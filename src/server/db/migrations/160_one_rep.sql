-- AREA-09: an area has one active sales rep. Where two were named at once the newest stays, who is the one that the area shows; copies hear of the others.
with ranked as (
  select _id, row_number() over (partition by area_id order by modified desc, _id desc) as place
  from sales_officer_area where status = 'active' and deleted_at is null
)
update sales_officer_area l set status = 'inactive', version = l.version + 1, modified = greatest(l.modified, extract(epoch from now())::int8)
from ranked where ranked._id = l._id and ranked.place > 1;

create unique index sales_officer_area_one_active on sales_officer_area (area_id) where status = 'active' and deleted_at is null;
