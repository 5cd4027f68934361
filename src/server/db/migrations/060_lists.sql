-- What lists search and sort by, folded once when a row is written: folding 100,000 names per search took seconds (API.md 1.5: 300 ms).

alter table brand add column words text generated always as (searchable(name || ' ' || status)) stored;
drop index brand_name;
drop index brand_name_words;
alter table brand add column name_key text collate "C" generated always as (searchable(name)) stored;
create index brand_name_key on brand (name_key, _id) where deleted_at is null;
create index brand_words on brand using gin (words gin_trgm_ops);

alter table category add column words text generated always as (searchable(name)) stored;
drop index category_name;
drop index category_name_words;
alter table category add column name_key text collate "C" generated always as (searchable(name)) stored;
create index category_name_key on category (name_key, _id) where deleted_at is null;
create index category_words on category using gin (words gin_trgm_ops);

alter table distributor add column words text generated always as (searchable(name || ' ' || address)) stored;
drop index distributor_name;
drop index distributor_name_words;
alter table distributor add column name_key text collate "C" generated always as (searchable(name)) stored;
create index distributor_name_key on distributor (name_key, _id) where deleted_at is null;
create index distributor_words on distributor using gin (words gin_trgm_ops);

alter table location add column words text generated always as (searchable(name)) stored;
drop index location_name;
drop index location_name_words;
alter table location add column name_key text collate "C" generated always as (searchable(name)) stored;
create index location_name_key on location (name_key, _id) where deleted_at is null;
create index location_words on location using gin (words gin_trgm_ops);

alter table manager add column words text generated always as (searchable(name || ' ' || phone || ' ' || email)) stored;
drop index manager_name;
alter table manager add column name_key text collate "C" generated always as (searchable(name)) stored;
create index manager_name_key on manager (name_key, _id) where deleted_at is null;
create index manager_words on manager using gin (words gin_trgm_ops);

alter table manufacturer add column words text generated always as (searchable(name || ' ' || status)) stored;
drop index manufacturer_name;
drop index manufacturer_name_words;
alter table manufacturer add column name_key text collate "C" generated always as (searchable(name)) stored;
create index manufacturer_name_key on manufacturer (name_key, _id) where deleted_at is null;
create index manufacturer_words on manufacturer using gin (words gin_trgm_ops);

alter table product add column words text generated always as (searchable(name || ' ' || sku_id)) stored;
drop index product_name;
drop index product_name_words;
alter table product add column name_key text collate "C" generated always as (searchable(name)) stored;
create index product_name_key on product (name_key, _id) where deleted_at is null;
create index product_words on product using gin (words gin_trgm_ops);

alter table purchase_order add column words text generated always as (searchable(ref || ' ' || source_name || ' ' || destination_name)) stored;
drop index purchase_order_words;
create index purchase_order_words on purchase_order using gin (words gin_trgm_ops);

alter table sales_officer add column words text generated always as (searchable(name)) stored;
drop index sales_officer_name;
drop index sales_officer_name_words;
alter table sales_officer add column name_key text collate "C" generated always as (searchable(name)) stored;
create index sales_officer_name_key on sales_officer (name_key, _id) where deleted_at is null;
create index sales_officer_words on sales_officer using gin (words gin_trgm_ops);

alter table seller add column words text generated always as (searchable(name || ' ' || address)) stored;
drop index seller_name;
drop index seller_name_words;
alter table seller add column name_key text collate "C" generated always as (searchable(name)) stored;
create index seller_name_key on seller (name_key, _id) where deleted_at is null;
create index seller_words on seller using gin (words gin_trgm_ops);

alter table store_type add column words text generated always as (searchable(name || ' ' || status)) stored;
drop index store_type_name;
drop index store_type_name_words;
alter table store_type add column name_key text collate "C" generated always as (searchable(name)) stored;
create index store_type_name_key on store_type (name_key, _id) where deleted_at is null;
create index store_type_words on store_type using gin (words gin_trgm_ops);

alter table warehouse add column words text generated always as (searchable(owner_name || ' ' || parent_type)) stored;
drop index warehouse_owner;
drop index warehouse_owner_words;
alter table warehouse add column name_key text collate "C" generated always as (searchable(owner_name)) stored;
create index warehouse_name_key on warehouse (name_key, _id) where deleted_at is null;
create index warehouse_words on warehouse using gin (words gin_trgm_ops);

-- The hubs of a product, and the products of a hub.
create index seller_product_product on seller_product (product_id) where deleted_at is null;
