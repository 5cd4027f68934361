-- Retailers show the name of their store type, and may be all of one: a new name is not written into each of them, a delta (API.md 1.5) looks when it
-- was given. Null: never, since this column is here.
alter table store_type add column renamed_at int8;

create function note_new_name() returns trigger language plpgsql as $$
begin
  new.renamed_at := new.modified;
  return new;
end $$;
create trigger store_type_renamed before update of name on store_type for each row
  when (old.name is distinct from new.name) execute function note_new_name();

create index buyer_store_type on buyer (store_type_id, _id);
