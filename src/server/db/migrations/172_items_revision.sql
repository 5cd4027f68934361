-- Which of two things known of an order's lines is the later one: every change of them makes it larger (SYNC rule 10: no tablet's clock can say).
-- 0: not changed since this column is here.
alter table purchase_order add column items_revision int8 not null default 0;
