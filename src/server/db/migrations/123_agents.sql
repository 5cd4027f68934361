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
