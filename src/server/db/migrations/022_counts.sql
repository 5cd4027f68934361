-- How many live rows long tables have, and how often each was written (docs/decisions/0620). Lists read their totals here instead of counting all rows.
create table table_count (
  name text not null,
  -- A writer takes a part that no other transaction holds, so writers never wait for one another here. The figures of a table are the sums of its parts.
  part int4 not null,
  live int8 not null,
  -- Statements that wrote the table. The sum only grows: a reader that sees the same sum sees the same rows.
  writes int8 not null,
  primary key (name, part)
) with (fillfactor = 50);

create function note_rows() returns trigger language plpgsql as $$
declare
  touched int8 := 0;
  more int8 := 0;
  rows_n int8;
  alive int8;
  own int4;
begin
  if tg_op <> 'DELETE' then
    select count(*), count(*) filter (where deleted_at is null) into rows_n, alive from after_rows;
    touched := rows_n;
    more := alive;
  end if;
  if tg_op <> 'INSERT' then
    select count(*), count(*) filter (where deleted_at is null) into rows_n, alive from before_rows;
    touched := touched + rows_n;
    more := more - alive;
  end if;
  if touched = 0 then
    return null;
  end if;
  select part into own from table_count where name = tg_table_name order by part limit 1 for update skip locked;
  if own is null then
    insert into table_count as known values (tg_table_name, (random() * 2000000000)::int4, more, 1)
      on conflict (name, part) do update set live = known.live + excluded.live, writes = known.writes + 1;
  else
    update table_count set live = live + more, writes = writes + 1 where name = tg_table_name and part = own;
  end if;
  return null;
end
$$;

do $$
declare
  name text;
begin
  foreach name in array array['agent', 'agent_referral', 'area', 'brand', 'buyer', 'distributor_product', 'location', 'manufacturer', 'order',
    'order_group', 'product', 'purchase_order', 'sales_officer', 'seller', 'seller_product'] loop
    execute format('create trigger %I after insert on %I referencing new table as after_rows for each statement execute function note_rows()',
      name || '_rows_added', name);
    execute format('create trigger %I after update on %I referencing old table as before_rows new table as after_rows for each statement execute function note_rows()',
      name || '_rows_changed', name);
    execute format('create trigger %I after delete on %I referencing old table as before_rows for each statement execute function note_rows()',
      name || '_rows_removed', name);
    execute format('insert into table_count select %L, 0, count(*) filter (where deleted_at is null), 1 from %I', name, name);
  end loop;
end
$$;
