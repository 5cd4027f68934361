-- Notifications with a status per recipient and channel (B9.2), and the browsers that show them.
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
  due int8 not null,
  -- When it arrived (epoch seconds), as an SMS gateway reports of messages that it took.
  delivered_at int8
);
create index notification_recipient_of on notification_recipient (notification_id, status);
create index notification_recipient_due on notification_recipient (due) where status = 'queued';
create index notification_recipient_ref on notification_recipient (provider_ref) where provider_ref is not null and channel = 'sms';

-- Browsers that show messages (Web Push): one row per browser, of whoever turned it on there last, while that session lives.
create table push_subscription (
  _id text primary key,
  created int8 not null,
  user_id text not null references user_account,
  session_id text not null,
  device_id text,
  -- Whoever knows it can be reached by it: it stands in no answer and no log.
  endpoint text not null unique,
  p256dh text not null,
  auth text not null
);
create index push_subscription_user on push_subscription (user_id);
