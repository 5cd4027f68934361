-- How often a person asked in a day for what is kept for ever (S6); rows of days that are over are thrown away.
create table daily_count (
  user_id text not null,
  what text not null,
  -- Days since 1970, UTC.
  day int4 not null,
  count int4 not null,
  primary key (user_id, what, day)
);
-- Which keys were closed and never used: thrown away after 180 days.
create index idempotency_cancelled on idempotency (created) where state = 'cancelled';
