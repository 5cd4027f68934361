-- Cohorts of retailers, and the operator's key/value pairs.
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

-- Retailers come in a later file, so the link is checked by the call that writes it.
create table cohort_buyer (
  _id text primary key,
  created int8 not null,
  created_by text,
  cohort_id text not null references cohort,
  buyer_id text not null,
  unique (cohort_id, buyer_id)
);
create index cohort_buyer_buyer on cohort_buyer (buyer_id);

create table config (
  _id text primary key,
  created int8 not null,
  modified int8 not null,
  version int4 not null default 1,
  created_by text,
  modified_by text,
  client_id text unique,
  deleted_at int8,
  deleted_by text,
  key text not null,
  value text not null,
  words text generated always as (searchable(key)) stored
);
create index config_modified on config (modified, _id);
create unique index config_key on config (key) where deleted_at is null;
