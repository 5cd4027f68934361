-- Retailers (buyers in data) and who visits them when.
create table buyer (
  _id text primary key,
  created int8 not null,
  modified int8 not null,
  version int4 not null default 1,
  created_by text,
  modified_by text,
  client_id text unique,
  deleted_at int8,
  deleted_by text,
  user_id text not null references user_account,
  name text not null,
  person text not null default '',
  phone text not null,
  status text not null default 'active' check (status in ('active', 'inactive')),
  store_type_id text not null references store_type,
  location_id text not null references location,
  address text not null default '',
  words text generated always as (searchable(name || ' ' || person || ' ' || phone)) stored,
  name_key text collate "C" generated always as (searchable(name)) stored
);
create index buyer_modified on buyer (modified, _id);
create index buyer_name_key on buyer (name_key, _id) where deleted_at is null;
create index buyer_words on buyer using gin (words gin_trgm_ops);
create unique index buyer_phone on buyer (phone) where deleted_at is null;
create index buyer_location on buyer (location_id);
create index buyer_created on buyer (created, _id);

-- B7.2 as domain/buyerCategory.ts says it, for filters; ages in days, not rounded, first match wins.
create function buyer_category(made int8, orders int8, last_order int8, at int8) returns text language sql immutable parallel safe as $$
  select case
    when at - made <= 14 * 86400 then case when orders >= 1 then 'new_active' else 'new_inactive' end
    when orders * 7 * 86400.0 > 0.8 * (at - made) and at - last_order < 14 * 86400 then 'regular_weekly'
    when orders * 14 * 86400.0 > 0.8 * (at - made) and at - made > 21 * 86400 and at - last_order < 21 * 86400 then 'regular_biweekly'
    when orders * 21 * 86400.0 > 0.8 * (at - made) and at - made > 28 * 86400 and at - last_order < 28 * 86400 then 'regular_triweekly'
    when made < 1588546800 then 'pre_launch'
    else 'N/A' end
$$;

-- RTE-08: day 1 to 6 is Monday to Saturday, week 0 is every week.
create table route_plan (
  _id text primary key,
  created int8 not null,
  modified int8 not null,
  version int4 not null default 1,
  created_by text,
  modified_by text,
  client_id text unique,
  deleted_at int8,
  deleted_by text,
  status text not null default 'active' check (status in ('active', 'inactive')),
  sales_officer_id text not null references sales_officer,
  buyer_id text not null references buyer,
  day int4 not null check (day between 1 and 6),
  week int4 not null check (week between 0 and 4),
  index int4 not null default 0,
  words text generated always as ('') stored
);
create index route_plan_modified on route_plan (modified, _id);
create unique index route_plan_once on route_plan (sales_officer_id, buyer_id, day, week) where deleted_at is null;
create index route_plan_buyer on route_plan (buyer_id) where deleted_at is null;
