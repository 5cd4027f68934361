-- The business date as it was sent, where the server keeps another one (B3.3, K21): a confirmation may name either (K40). null: kept as it was sent.
alter table purchase_order add column asked_timestamp int8;
