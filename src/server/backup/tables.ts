/** The tables of a database, and the order in which their rows can be restored. */
import { sql } from 'kysely';
import type { Db } from '../db/open.ts';
import type { TableShape } from './format.ts';

/** Only `migrate` writes this table, never a restore. */
export const MIGRATIONS = 'migration';

/** Sessions and passkey challenges. No backup holds their rows, because nobody may sign in as somebody else with a backup (docs/decisions/0154). */
export const TRANSIENT_TABLES: ReadonlySet<string> = new Set(['session', 'passkey_challenge']);

/** Every table of ours, parents before children, without generated columns. */
export async function readTables(db: Db): Promise<TableShape[]> {
  const { rows } = await sql<{ table_name: string; column_name: string; type: string }>`
    select c.relname as table_name, a.attname as column_name, format_type(a.atttypid, a.atttypmod) as type
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> ${MIGRATIONS}
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    order by c.relname, a.attnum`.execute(db);
  const { rows: links } = await sql<{ child: string; parent: string }>`
    select distinct c.relname as child, p.relname as parent from pg_constraint k
    join pg_class c on c.oid = k.conrelid join pg_class p on p.oid = k.confrelid
    where k.contype = 'f' and c.relnamespace = 'public'::regnamespace and c.oid <> p.oid`.execute(db);
  const tables = new Map<string, TableShape>();
  for (const row of rows) {
    const table = tables.get(row.table_name) ?? { name: row.table_name, columns: [] };
    table.columns.push({ name: row.column_name, type: row.type });
    tables.set(row.table_name, table);
  }
  return parentsFirst(tables, links);
}

function parentsFirst(
  tables: ReadonlyMap<string, TableShape>,
  links: readonly { child: string; parent: string }[],
): TableShape[] {
  const done = new Set<string>();
  const ordered: TableShape[] = [];
  while (ordered.length < tables.size) {
    const ready = [...tables.values()].filter(
      ({ name }) => !done.has(name) && links.every((link) => link.child !== name || done.has(link.parent)),
    );
    if (ready.length === 0) throw new Error('Tables point at each other in a circle: their rows have no order.');
    for (const table of ready) {
      done.add(table.name);
      ordered.push(table);
    }
  }
  return ordered;
}

/** Conditions that leave out the rows that migrations insert. A database with only those rows counts as empty. */
const GIVEN: Readonly<Record<string, string>> = {
  store: 'false',
  secret: 'false',
  // Derived from other tables.
  table_count: 'false',
  upload: 'created > 0',
};

/** The first table with rows other than those that migrations insert, or null. */
export async function firstFilledTable(db: Db): Promise<string | null> {
  for (const { name } of await readTables(db)) {
    const { rows } =
      await sql`select 1 as one from ${sql.table(name)} where ${sql.raw(GIVEN[name] ?? 'true')} limit 1`.execute(db);
    if (rows.length > 0) return name;
  }
  return null;
}

/** Drops all our tables and functions. Extensions and rights on the schema stay. */
export async function dropEverything(tx: Db): Promise<void> {
  const { rows: tables } = await sql<{ name: string }>`select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(tx);
  if (tables.length > 0)
    await sql`drop table ${sql.join(tables.map(({ name }) => sql.table(name)))} cascade`.execute(tx);
  const { rows: functions } = await sql<{ name: string }>`select p.oid::regprocedure::text as name from pg_proc p
    where p.pronamespace = 'public'::regnamespace
      and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')`.execute(tx);
  for (const { name } of functions) await sql`drop function ${sql.raw(name)} cascade`.execute(tx);
}

/** Deletes every row of every table except the table of migrations. */
export async function emptyAll(tx: Db): Promise<void> {
  const tables = await readTables(tx);
  await sql`truncate ${sql.join(tables.map(({ name }) => sql.table(name)))}`.execute(tx);
}

/** The names of tables that have triggers of ours. */
export async function guardedTables(tx: Db): Promise<string[]> {
  const { rows } = await sql<{
    name: string;
  }>`select distinct c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = 'public'::regnamespace and not t.tgisinternal order by 1`.execute(tx);
  return rows.map(({ name }) => name);
}
