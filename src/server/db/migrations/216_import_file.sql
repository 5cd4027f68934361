-- Files that the import of transactions has read into a warehouse: known by their content, so that another file of the same name is another one.
create table import_file (
  _id text primary key,
  created int8 not null,
  modified int8 not null,
  warehouse_id text not null references warehouse,
  name text not null,
  sha256 text not null,
  bytes int8 not null,
  rows_done int8 not null default 0,
  finished boolean not null default false,
  -- The file that this one continues: its rows are not booked again.
  continues text,
  unique (warehouse_id, sha256)
);
