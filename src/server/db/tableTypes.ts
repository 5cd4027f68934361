/** Writes the types of the tables (`tables.ts`) from the schema of a migrated database. */
import { sql } from 'kysely';
import type { Db } from './open.ts';

/** The type in which the driver returns a PostgreSQL type: open.ts reads int8 as a number and a date as its text. */
const TYPES: Readonly<Record<string, string>> = {
  bool: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  float8: 'number',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  // Written as text: the driver would take an array for one of PostgreSQL's.
  json: 'ColumnType<unknown, string, string>',
  jsonb: 'ColumnType<unknown, string, string>',
  numeric: 'string',
  text: 'string',
  timestamptz: 'Date',
};

const HEAD = `/** The tables as the migrations leave them, made by \`npm run tables\`: do not edit. Over 300 lines, since it names every column. */
import type { ColumnType, Generated, GeneratedAlways, Selectable } from 'kysely';
`;

const FOOT = `
/** A whole row as a read gives it: \`sql<Pick<Row<'order_item'>, '_id' | 'quantity'>>\` types hand-written SQL. */
export type Row<T extends keyof Tables> = Selectable<Tables[T]>;
`;

interface Column {
  table_name: string;
  name: string;
  type: string;
  optional: boolean;
  has_default: boolean;
  computed: boolean;
}

function typeOf({ table_name, name, type, optional, has_default, computed }: Column): string {
  const element = type.startsWith('_') ? type.slice(1) : type;
  const known = TYPES[element];
  if (!known) throw new Error(`${table_name}.${name} has the type ${type}, which tableTypes.ts does not know.`);
  const one = element === type ? known : `${known}[]`;
  const whole = optional && !one.startsWith('ColumnType') ? `${one} | null` : one;
  if (computed) return `GeneratedAlways<${whole}>`;
  return has_default && !one.startsWith('ColumnType') ? `Generated<${whole}>` : whole;
}

/** Returns the text of `tables.ts` for the schema `public` of this database. Throws if a column has an unknown type. */
export async function tableTypes(db: Db): Promise<string> {
  const { rows } = await sql<Column>`
    select c.relname as table_name, a.attname as name, t.typname as type, not a.attnotnull as optional,
      a.atthasdef or a.attidentity = 'd' as has_default, a.attgenerated <> '' or a.attidentity = 'a' as computed
    from pg_class c join pg_attribute a on a.attrelid = c.oid join pg_type t on t.oid = a.atttypid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
    order by c.relname collate "C", a.attnum`.execute(db);
  const lines = [...new Set(rows.map((row) => row.table_name))].map((table) => {
    const columns = rows.filter((row) => row.table_name === table);
    return `  ${table}: {\n${columns.map((one) => `    ${one.name}: ${typeOf(one)};\n`).join('')}  };\n`;
  });
  return `${HEAD}\nexport interface Tables {\n${lines.join('')}}\n${FOOT}`;
}
