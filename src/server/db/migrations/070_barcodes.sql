-- A scanned case code is looked for as often as a unit code: when a code is taught, no other product may carry it.
create index product_barcode_case on product (barcode_case) where barcode_case is not null;
