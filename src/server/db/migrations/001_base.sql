-- What everything stands on: the folding of text, the store itself, settings, keys, history, pictures.
--
-- Most tables begin with the same columns: _id; created, modified and deleted_at in epoch seconds (a deleted row stays, with its deleted_at);
-- version, which grows with every change; created_by, modified_by and deleted_by, the accounts; client_id, the id that a device gave the row.
-- Lists search in `words` and sort by `name_key`. Both are folded once when a row is written: folding 100,000 names per search took seconds
-- (API.md 1.5: 300 ms). The index <table>_modified serves delta reads.
create extension if not exists pg_trgm;

-- Folds case, accents, dots below, hooks and apostrophes exactly as domain/text.ts does: "Ọlá" is found by "ola", "Ɗan’uwa" by "danuwa".
create function searchable(t text) returns text language sql immutable parallel safe strict as $$
  select replace(replace(replace(lower(translate(
    regexp_replace(normalize(t, NFKD), '[\u0300-\u036F\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF]', '', 'g'),
    'ƁƊƘƳŊƎƏƐƆØŁĐÆŒẞɓɗƙƴŋǝəɛɔøłđı''‘’ʻʼ`', 'BDKYNEEEOOLDæœßbdkyneeeooldi')), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe')
$$;

-- One row: which database this is. A restore gives another epoch, so that every tablet asks again for its last seven days.
create table store (epoch text not null, created int8 not null);
insert into store values (md5(random()::text || clock_timestamp()::text), extract(epoch from now())::int8);

-- The database's part of the keys of hashes. bvn: of the hashes of BVNs. fingerprint: of secret fields in the fingerprints of requests (B9.3,
-- B10.5), so that a BVN or a password cannot be tried out against a fingerprint.
create table secret (name text primary key, value text not null);
insert into secret values
  ('bvn', replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')),
  ('fingerprint', replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''));

-- The operator's key/value pairs.
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

-- The answers of keys: one key, one effect.
create table idempotency (
  key text primary key,
  user_id text not null,
  route text not null,
  -- Hash of the request's fields. '' in rows of older versions whose fields were secret: asked again, such a key is refused as a mismatch (422).
  fingerprint text not null,
  state text not null check (state in ('running', 'done', 'cancelled')),
  code int4,
  message text,
  body text,
  result_id text,
  created int8 not null
);
create index idempotency_created on idempotency (created);
-- Keys that were closed and never used are thrown away after 180 days.
create index idempotency_cancelled on idempotency (created) where state = 'cancelled';

-- How often a person asked in a day for what is kept for ever (S6). Rows of days that are over are thrown away.
create table daily_count (
  user_id text not null,
  what text not null,
  -- Days since 1970, UTC.
  day int4 not null,
  count int4 not null,
  primary key (user_id, what, day)
);

-- The history of every record. Rows are only ever added.
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

-- Pictures.
create table upload (
  _id text primary key,
  created int8 not null,
  modified int8 not null,
  version int4 not null default 1,
  created_by text,
  modified_by text,
  tag text not null,
  title text not null,
  path text not null unique,
  mime text not null,
  size int4 not null,
  width int4 not null,
  height int4 not null,
  sha256 text not null
);
create index upload_label on upload (tag, title, created desc);
-- API-25: what records have before somebody uploads a picture.
insert into upload (_id, created, modified, tag, title, path, mime, size, width, height, sha256) values
  ('upload_placeholder', 0, 0, 'placeholder', 'No logo', 'shipped-placeholder.png', 'image/png', 0, 128, 128, ''),
  ('upload_product_default', 0, 0, 'product', 'No image', 'shipped-product.png', 'image/png', 0, 128, 128, '');

-- B9.4: a replaced file stays 30 days, so that a saved copy of a list still finds its pictures.
create table upload_gone (
  path text primary key,
  gone int8 not null
);

-- Guards the tables whose rows are only ever added.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never changed', tg_table_name using errcode = 'KS001';
end
$$;
create trigger audit_log_insert_only before update or delete on audit_log for each row execute function refuse_change();

-- B9.14: when the shop opened, by the operator's setting in epoch seconds; 4 May 2020 in Lagos while nobody set a number.
create function launch_cutoff() returns int8 language sql stable parallel safe as $$
  select coalesce(
    (select case when btrim(value) ~ '^[0-9]{1,11}$' then btrim(value)::int8 end from config where key = 'launch_cutoff' and deleted_at is null),
    1588546800)
$$;
