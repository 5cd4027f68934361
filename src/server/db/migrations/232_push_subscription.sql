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
