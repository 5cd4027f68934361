-- B6.2: wallets that were not the sum of their log when that was last looked at. Empty is how it should be.
create table wallet_check (
  ledger_id text primary key references ledger,
  found int8 not null,
  balance_kobo int8 not null,
  log_kobo int8 not null
);

-- Who is in a cohort is a retailer that exists. Links to nobody counted for nobody: they go.
delete from cohort_buyer l where not exists (select 1 from buyer b where b._id = l.buyer_id);
alter table cohort_buyer add constraint cohort_buyer_buyer_id_fkey foreign key (buyer_id) references buyer;
