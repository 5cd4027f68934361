-- Any page of a long log is sought, not counted off (D11): how many rows of a warehouse were made in each second. Rows are only ever added.
create table warehouse_log_second (
  warehouse_id text not null,
  created int8 not null,
  rows int4 not null,
  primary key (warehouse_id, created)
);
insert into warehouse_log_second select warehouse_id, created, count(*) from warehouse_log group by 1, 2;
-- A search looks among the references of a warehouse, which are few beside its rows.
create table warehouse_log_ref (
  warehouse_id text not null,
  ref text not null,
  key text collate "C" not null,
  primary key (warehouse_id, ref)
);
insert into warehouse_log_ref select distinct warehouse_id, ref, lower(ref) from warehouse_log;
create function note_log_rows() returns trigger language plpgsql as $$
begin
  insert into warehouse_log_second as known select warehouse_id, created, count(*) from added group by 1, 2 order by 1, 2
    on conflict (warehouse_id, created) do update set rows = known.rows + excluded.rows;
  insert into warehouse_log_ref select distinct warehouse_id, ref, lower(ref) from added order by 1, 2 on conflict do nothing;
  return null;
end
$$;
create trigger warehouse_log_noted after insert on warehouse_log
  referencing new table as added for each statement execute function note_log_rows();
create index warehouse_log_ref_newest on warehouse_log (warehouse_id, ref, created desc, _id desc);
create index warehouse_log_product_newest on warehouse_log (warehouse_id, product_id, created desc, _id desc);
