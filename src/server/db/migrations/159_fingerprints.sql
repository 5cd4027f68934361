-- B9.3, B10.5: the fingerprint of a key was a plain hash over all fields, so that a BVN or a password could be tried out against it. Secret
-- fields go in through a keyed hash now; this is the database's part of that key.
insert into secret values ('fingerprint', replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''))
  on conflict (name) do nothing;

-- Of what was stored the fields cannot be told apart any more: these fingerprints go. The keys stay, so none of them is ever worked again;
-- asked again they are refused as a mismatch (422), because nobody can say any more that it is the same password.
update idempotency set fingerprint = ''
  where route in ('ledger_tag/virtual_account_create', 'user/update_auth', 'user/change_auth');
