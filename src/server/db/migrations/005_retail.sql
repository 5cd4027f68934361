-- Retailers (buyers in data) and who looks after them: routes, areas, agents, cohorts.
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
create index buyer_store_type on buyer (store_type_id, _id);
create index buyer_created on buyer (created, _id);

-- RTE-08: who visits a retailer when. Day 1 to 6 is Monday to Saturday, week 0 is every week.
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

-- Areas: a maker's goods, a hub, a delivery associate and the locations he serves (AREA-07 to AREA-10).
create table area (
  _id text primary key,
  created int8 not null,
  modified int8 not null,
  version int4 not null default 1,
  created_by text,
  modified_by text,
  client_id text unique,
  deleted_at int8,
  deleted_by text,
  name text not null,
  phone text not null,
  status text not null default 'active' check (status in ('active', 'inactive')),
  manufacturer_id text not null references manufacturer,
  seller_id text not null references seller,
  words text generated always as (searchable(name)) stored,
  name_key text collate "C" generated always as (searchable(name)) stored
);
create index area_modified on area (modified, _id);
create index area_name_key on area (name_key, _id) where deleted_at is null;
create index area_words on area using gin (words gin_trgm_ops);
create index area_seller on area (seller_id);

create table sales_officer_area (
  _id text primary key,
  created int8 not null,
  modified int8 not null,
  version int4 not null default 1,
  created_by text,
  modified_by text,
  client_id text unique,
  deleted_at int8,
  deleted_by text,
  area_id text not null references area,
  sales_officer_id text not null references sales_officer,
  seller_id text not null references seller,
  status text not null default 'active' check (status in ('active', 'inactive')),
  meta text not null default '{}',
  words text generated always as ('') stored
);
create index sales_officer_area_modified on sales_officer_area (modified, _id);
create unique index sales_officer_area_once on sales_officer_area (area_id, sales_officer_id) where deleted_at is null;
-- AREA-09: an area has one active sales rep.
create unique index sales_officer_area_one_active on sales_officer_area (area_id) where status = 'active' and deleted_at is null;
-- Asked when a person changes, and when a location does.
create index sales_officer_area_officer on sales_officer_area (sales_officer_id) where deleted_at is null;

create table location_area (
  _id text primary key,
  created int8 not null,
  modified int8 not null,
  version int4 not null default 1,
  created_by text,
  modified_by text,
  client_id text unique,
  deleted_at int8,
  deleted_by text,
  area_id text not null references area,
  location_id text not null references location,
  manufacturer_id text not null references manufacturer,
  status text not null default 'active' check (status in ('active', 'inactive')),
  words text generated always as ('') stored
);
create index location_area_modified on location_area (modified, _id);
create unique index location_area_once on location_area (area_id, location_id) where deleted_at is null;
create index location_area_location on location_area (location_id) where deleted_at is null;

-- Agents who recruit retailers, and the numbers they bring (AGT-06, AGT-07).
create table agent (
  _id text primary key,
  created int8 not null,
  modified int8 not null,
  version int4 not null default 1,
  created_by text,
  modified_by text,
  client_id text unique,
  deleted_at int8,
  deleted_by text,
  user_id text references user_account,
  name text not null,
  phone text not null,
  status text not null default 'active' check (status in ('active', 'inactive')),
  source text not null,
  bank text not null,
  account text not null,
  location_id text not null references location,
  words text generated always as (searchable(name || ' ' || phone)) stored,
  name_key text collate "C" generated always as (searchable(name)) stored
);
create index agent_modified on agent (modified, _id);
create index agent_name_key on agent (name_key, _id) where deleted_at is null;
create index agent_words on agent using gin (words gin_trgm_ops);
create unique index agent_phone on agent (phone) where deleted_at is null;
create index agent_source on agent (source);

create table agent_referral (
  _id text primary key,
  created int8 not null,
  modified int8 not null,
  version int4 not null default 1,
  created_by text,
  modified_by text,
  client_id text unique,
  deleted_at int8,
  deleted_by text,
  agent_id text not null references agent,
  phone text not null,
  status text not null default 'unverified' check (status in ('unverified', 'verified')),
  words text generated always as (searchable(phone)) stored
);
create index agent_referral_modified on agent_referral (modified, _id);
create unique index agent_referral_phone on agent_referral (phone) where deleted_at is null;
create index agent_referral_agent on agent_referral (agent_id, created desc);

-- Cohorts of retailers.
create table cohort (
  _id text primary key,
  created int8 not null,
  modified int8 not null,
  version int4 not null default 1,
  created_by text,
  modified_by text,
  client_id text unique,
  deleted_at int8,
  deleted_by text,
  title text not null,
  description text not null,
  status text not null default 'active' check (status in ('active', 'inactive')),
  manufacturer_id text references manufacturer,
  words text generated always as (searchable(title || ' ' || status)) stored
);
create index cohort_modified on cohort (modified, _id);
create index cohort_title on cohort (searchable(title) collate "C", _id) where deleted_at is null;
create index cohort_words on cohort using gin (words gin_trgm_ops);
create index cohort_manufacturer on cohort (manufacturer_id);

create table cohort_buyer (
  _id text primary key,
  created int8 not null,
  created_by text,
  cohort_id text not null references cohort,
  buyer_id text not null references buyer,
  unique (cohort_id, buyer_id)
);
create index cohort_buyer_buyer on cohort_buyer (buyer_id);

-- B7.2, K10: the category of a retailer, for filters; domain/buyerCategory.ts says the same. Ages in days, not rounded, first match wins. `orders` are
-- the counted orders of the last 12 weeks: the ratio looks at these weeks, or at the age of a younger account. Who ordered since the launch is
-- pre_launch no more. All times in epoch seconds.
create function buyer_category(made int8, orders int8, last_order int8, at int8, launch int8 default 1588546800)
returns text language sql immutable parallel safe as $$
  select case
    when at - made <= 14 * 86400 then case when orders >= 1 then 'new_active' else 'new_inactive' end
    when orders * 7 * 86400.0 > 0.8 * least(at - made, 84 * 86400) and at - last_order < 14 * 86400 then 'regular_weekly'
    when orders * 14 * 86400.0 > 0.8 * least(at - made, 84 * 86400) and at - made > 21 * 86400 and at - last_order < 21 * 86400 then 'regular_biweekly'
    when orders * 21 * 86400.0 > 0.8 * least(at - made, 84 * 86400) and at - made > 28 * 86400 and at - last_order < 28 * 86400 then 'regular_triweekly'
    when made < launch and (last_order is null or last_order < launch) then 'pre_launch'
    else 'N/A' end
$$;
