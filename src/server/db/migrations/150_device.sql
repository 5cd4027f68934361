-- Which app version runs on which device of whom (B9.7): one row per user and device.
create table device (
  _id text primary key,
  user_id text not null references user_account,
  device_id text not null,
  version text not null,
  platform text not null,
  standalone boolean not null,
  last_seen int8 not null,
  unique (user_id, device_id)
);
create index device_last_seen on device (last_seen);
