-- What a record has posted so far is read from the wallets' logs themselves (B5.3).
create index ledger_log_ref on ledger_log (ref_type, ref_id) include (ledger_id, tag, effect_kobo) where ref_id is not null;
create index ledger_log_created on ledger_log (ledger_id, created) include (tag, effect_kobo, ref_type);
