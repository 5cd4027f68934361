-- A hub may have its goods counted blind: its officers see what was expected only after they have counted.
alter table seller add column blind_count boolean not null default false;
