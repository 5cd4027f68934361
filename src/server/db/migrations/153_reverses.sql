-- Every row of a list of purchase orders says what reverses it (B3.22): without an index each of them reads all orders.
create index purchase_order_reverses on purchase_order (reverses) where reverses is not null;
