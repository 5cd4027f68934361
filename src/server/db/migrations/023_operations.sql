-- backed_up: when the last backup was made, epoch seconds. cluster: which PostgreSQL cluster on which timeline wrote this store last; another one means
-- that the database was recovered or copied, and may have lost what tablets were told is kept.
alter table store add column backed_up int8, add column cluster text;
