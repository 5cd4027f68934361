-- What left a hub since a time, in the order that a delta tells it, page by page. Nothing is ever taken out of the table: it holds one row per
-- record and hub at most, and a device that comes back after a year still has to hear what is no longer its hub's.
create index left_hub_at on left_hub (seller_id, model, at, record_id);
