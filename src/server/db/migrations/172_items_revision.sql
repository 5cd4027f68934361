-- Which of two things known of an order's lines is the later one: every change of them makes it larger (SYNC rule 10: no tablet's clock can say).
-- 1: not changed since this column is here; what was answered before it has none (0), so a copy that is read from now on is the later one.
alter table purchase_order add column items_revision int8 not null default 1;
