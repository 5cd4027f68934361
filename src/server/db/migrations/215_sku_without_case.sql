-- SKUs are unique without case. Products that stood already keep their SKUs (labels are printed with them): of those that differ by case alone the
-- oldest has sku_twin 0, the others 1, 2 ... A new product is always 0, so that it is refused wherever one of them lives.
alter table product add column sku_key text collate "C" generated always as (lower(normalize(sku_id, NFC))) stored;
alter table product add column sku_twin int4 not null default 0;
update product set sku_twin = counted.place - 1
  from (select _id, row_number() over (partition by sku_key order by created, _id) as place from product where deleted_at is null) counted
  where product._id = counted._id and counted.place > 1;
create unique index product_sku_key on product (sku_key, sku_twin) where deleted_at is null;

-- Who gets another SKU is no twin any more; where the first one leaves, the next one takes its place.
create function own_sku() returns trigger language plpgsql as $$
begin
  if lower(normalize(new.sku_id, NFC)) <> lower(normalize(old.sku_id, NFC)) then
    new.sku_twin := 0;
  end if;
  return new;
end
$$;
create trigger product_own_sku before update of sku_id on product for each row execute function own_sku();
create function next_twin() returns trigger language plpgsql as $$
begin
  if old.sku_twin = 0 and old.deleted_at is null and (new.deleted_at is not null or new.sku_key <> old.sku_key) then
    update product set sku_twin = 0 where _id = (select _id from product
      where sku_key = old.sku_key and deleted_at is null and sku_twin > 0 order by sku_twin limit 1);
  end if;
  return null;
end
$$;
create trigger product_next_twin after update of sku_id, deleted_at on product for each row execute function next_twin();
