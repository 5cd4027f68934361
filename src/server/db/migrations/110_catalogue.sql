-- Lists of brands go by their hand-made order (B8.11).
create index brand_order on brand (index, name_key, _id) where deleted_at is null;
create index brand_manufacturer on brand (manufacturer_id);
create index location_state on location (state, lga) where deleted_at is null;

-- An emptied meta is none (CAT-06).
alter table category alter column meta drop not null;

-- Links: their rows are read by one side, and found by the other.
alter table category_product add column words text not null default '';
create index category_product_product on category_product (product_id);
