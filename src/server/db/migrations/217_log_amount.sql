-- A line's amount in kobo, as it was invoiced and posted: quantity times a price per case that was rounded is not the same. Rows of before have none:
-- they are worth quantity times price per case (B4.1), and no row of the log is ever written again.
alter table warehouse_log add column amount_kobo int8;
drop index warehouse_log_report;
-- The report reads nothing but this index.
create index warehouse_log_report on warehouse_log (warehouse_id, kind, timestamp)
  include (product_id, quantity, cost_price_kobo, sell_price_kobo, amount_kobo);
