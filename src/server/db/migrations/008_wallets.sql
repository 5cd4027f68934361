-- Wallets (B6) and what banks tell of them. Money in kobo.

-- A positive balance: the owner owes the operator (A9).
create table ledger (
  _id text primary key,
  head text not null check (head in ('buyer', 'sales_officer', 'distributor', 'distributor_officer')),
  subhead text not null default 'wallet',
  owner text not null,
  balance_kobo int8 not null default 0,
  created int8 not null,
  modified int8 not null,
  version int4 not null default 1,
  unique (head, subhead, owner)
);

-- What was posted. Rows are only ever added.
create table ledger_log (
  _id text primary key,
  ledger_id text not null references ledger,
  created int8 not null,
  tag text not null,
  value_kobo int8 not null,
  effect_kobo int8 not null,
  balance_after_kobo int8 not null,
  description text not null,
  ref_type text,
  ref_id text,
  created_by text
);
create index ledger_log_newest on ledger_log (ledger_id, created desc, _id desc);
-- What a record has posted so far is read from the wallets' logs themselves (B5.3).
create index ledger_log_ref on ledger_log (ref_type, ref_id) include (ledger_id, tag, effect_kobo) where ref_id is not null;
create index ledger_log_created on ledger_log (ledger_id, created) include (tag, effect_kobo, ref_type);

-- B6.2: wallets that were not the sum of their log when that was last looked at. Empty is how it should be.
create table wallet_check (
  ledger_id text primary key references ledger,
  found int8 not null,
  balance_kobo int8 not null,
  log_kobo int8 not null
);

-- Bank accounts that the provider opened for wallets (B9.3).
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
  -- Of the BVN nothing else is kept: its last three digits and a keyed hash (its key stands in `secret`).
  bvn_end text not null,
  bvn_hash text not null,
  unique (owner_type, owner)
);

-- Credits that a bank told of (B9.3): each reference of a bank is posted once, whichever way it came.
create table bank_credit (
  _id text primary key,
  created int8 not null,
  provider text not null,
  reference text not null,
  account_number text not null,
  value_kobo int8 not null check (value_kobo > 0),
  -- When the money came in at the bank, and which of its calls told so.
  occurred_at int8 not null,
  sequence int8,
  source text not null check (source in ('call', 'statement', 'person')),
  -- When a statement held it too; null: only a call told of it.
  statement_at int8,
  ledger_log_id text not null references ledger_log,
  created_by text,
  unique (provider, reference)
);
create index bank_credit_sequence on bank_credit (provider, sequence desc nulls last);
create index bank_credit_unstated on bank_credit (provider, occurred_at) where statement_at is null;

-- Signatures of calls that were believed: the same call does not count twice. Older ones than the window are refused by their time.
create table bank_call (print text primary key, created int8 not null);

-- Calls and rows that were not posted: a person decides.
create table bank_kept (
  _id text primary key,
  created int8 not null,
  modified int8 not null,
  version int4 not null default 1,
  modified_by text,
  provider text not null,
  source text not null check (source in ('call', 'statement')),
  reason text not null,
  reference text,
  account_number text,
  value_kobo int8,
  occurred_at int8,
  sequence int8,
  -- What was sent, cut at 1,000 signs.
  body text not null,
  -- The same body for the same reason is one row, however often it comes.
  print text not null unique,
  times int4 not null default 1,
  last_at int8 not null,
  state text not null default 'open' check (state in ('open', 'posted', 'settled', 'dismissed')),
  note text
);
create index bank_kept_newest on bank_kept (state, last_at desc, _id desc);

create trigger ledger_log_insert_only before update or delete on ledger_log for each row execute function refuse_change();
