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
