-- Accounts, sessions, the answers of keys, the audit log.
create extension if not exists pg_trgm;

-- Folds case, accents, dots below, hooks and apostrophes exactly as domain/text.ts does: "Ọlá" is found by "ola", "Ɗan’uwa" by "danuwa".
create function searchable(t text) returns text language sql immutable parallel safe strict as $$
  select replace(replace(replace(lower(translate(
    regexp_replace(normalize(t, NFKD), '[\u0300-\u036F\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF]', '', 'g'),
    'ƁƊƘƳŊƎƏƐƆØŁĐÆŒẞɓɗƙƴŋǝəɛɔøłđı''‘’ʻʼ`', 'BDKYNEEEOOLDæœßbdkyneeeooldi')), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe')
$$;

create table store (epoch text not null, created int8 not null);
insert into store values (md5(random()::text || clock_timestamp()::text), extract(epoch from now())::int8);

create table user_account (
  _id text primary key,
  role text not null,
  name text not null,
  phone text,
  email text,
  status text not null default 'active' check (status in ('active', 'inactive')),
  password_hash text,
  password_salt text,
  must_change boolean not null default false,
  starter_expires int8,
  seller_id text,
  last_sign_in int8,
  created int8 not null,
  modified int8 not null,
  version int4 not null default 1,
  created_by text,
  modified_by text,
  deleted_at int8
);
create unique index user_account_email on user_account (lower(email)) where deleted_at is null and email is not null;

create table session (
  token_hash text primary key,
  _id text not null unique,
  user_id text not null references user_account,
  created int8 not null,
  last_seen int8 not null,
  expires_at int8 not null,
  remember boolean not null,
  device_id text,
  user_agent text,
  ended_at int8
);
create index session_by_user on session (user_id) where ended_at is null;

-- Failed sign-ins of one account, and attempts from one address (B10.9).
create table sign_in_attempt (
  subject text primary key,
  count int4 not null,
  window_start int8 not null,
  blocked_until int8 not null default 0,
  delay int4 not null default 0
);

create table idempotency (
  key text primary key,
  user_id text not null,
  route text not null,
  fingerprint text not null,
  state text not null check (state in ('running', 'done', 'cancelled')),
  code int4,
  message text,
  body text,
  result_id text,
  created int8 not null
);
create index idempotency_created on idempotency (created);

create table audit_log (
  _id text primary key,
  created int8 not null,
  user_id text,
  user_name text,
  role text,
  action text not null,
  model text not null,
  record_id text not null,
  record_label text,
  before jsonb,
  after jsonb,
  request_id text,
  idempotency_key text,
  device_id text,
  address text,
  client_time int8
);
create index audit_log_record on audit_log (model, record_id, created desc);
create index audit_log_created on audit_log (created desc);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never changed', tg_table_name using errcode = 'KS001';
end
$$;
create trigger audit_log_insert_only before update or delete on audit_log for each row execute function refuse_change();
