-- Notifications with a status per recipient and channel (B9.2), and bank accounts that the provider opened for wallets (B9.3).
create table notification (
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
  message text not null,
  include text not null,
  exclude text not null,
  send_sms_too boolean not null,
  seller_id text references seller,
  -- People, not messages: one may get a push and an SMS.
  count int4 not null,
  gateway text not null,
  words text generated always as (searchable(title || ' ' || message)) stored
);
create index notification_newest on notification (created desc, _id desc);

create table notification_recipient (
  _id text primary key,
  notification_id text not null references notification,
  buyer_id text references buyer,
  name text not null,
  phone text not null,
  channel text not null check (channel in ('push', 'sms')),
  status text not null check (status in ('queued', 'sent', 'failed', 'skipped')),
  error text,
  attempts int4 not null default 0,
  provider_ref text,
  created int8 not null,
  sent_at int8,
  -- When it may be tried (again); while one is being sent, when it counts as lost.
  due int8 not null
);
create index notification_recipient_of on notification_recipient (notification_id, status);
create index notification_recipient_due on notification_recipient (due) where status = 'queued';

create table virtual_account (
  _id text primary key,
  created int8 not null,
  modified int8 not null,
  version int4 not null default 1,
  created_by text,
  modified_by text,
  client_id text unique,
  deleted_at int8,
  deleted_by text,
  owner_type text not null check (owner_type in ('buyer', 'sales_officer', 'distributor', 'distributor_officer')),
  owner text not null,
  provider text not null,
  account_number text not null unique,
  account_name text not null,
  bank_code text not null,
  bank_name text not null,
  -- Of the BVN nothing else is kept: its last three digits and a keyed hash.
  bvn_end text not null,
  bvn_hash text not null,
  unique (owner_type, owner)
);

-- The key of those hashes, made with the database.
create table secret (name text primary key, value text not null);
insert into secret values ('bvn', replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''));
