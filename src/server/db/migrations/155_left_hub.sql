-- What a hub may no longer see, and since when: a delta read (API.md 1.5) tells the hub's devices that it is gone, and nobody else.
create table left_hub (
  model text not null,
  record_id text not null,
  -- The hub that it left.
  seller_id text not null references seller,
  at int8 not null,
  primary key (seller_id, model, record_id)
);

create function note_left_hub() returns trigger language plpgsql as $$
begin
  insert into left_hub (model, record_id, seller_id, at) values (tg_table_name, new._id, old.seller_id, new.modified)
    on conflict (seller_id, model, record_id) do update set at = excluded.at;
  return null;
end $$;
create trigger order_group_left_hub after update of seller_id on order_group for each row
  when (old.seller_id is not null and old.seller_id is distinct from new.seller_id) execute function note_left_hub();
create trigger sales_officer_left_hub after update of seller_id on sales_officer for each row
  when (old.seller_id is distinct from new.seller_id) execute function note_left_hub();
