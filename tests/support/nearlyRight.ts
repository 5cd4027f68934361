/** Random bodies for any call of the registry that are nearly right: existing ids, allowed words, and sometimes other values. */
import fc from 'fast-check';
import { sql } from 'kysely';
import type { Call } from '#contract/call.ts';
import type { Field } from '#contract/fields.ts';
import type { Database } from '#server/db/open.ts';
import { NAUGHTY } from './naughty.ts';
import { NOW, passwordHash } from './server.ts';

/** The words that a field allows, at any depth of its schema. */
function wordsOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { options, pipe, wrapped } = schema as { options?: unknown; pipe?: unknown[]; wrapped?: unknown };
  if (Array.isArray(options)) return options.filter((one) => typeof one === 'string');
  return [...(Array.isArray(pipe) ? pipe.slice(pipe[0] === schema ? 1 : 0) : []), wrapped].flatMap(wordsOf);
}

export type Ids = Readonly<Record<string, readonly string[]>>;

/** The first ids of every table that has rows. */
export async function idsOf(database: Database): Promise<Record<string, string[]>> {
  const tables = await sql<{ name: string }>`select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = '_id' and data_type = 'text'`.execute(database.kysely);
  const ids: Record<string, string[]> = {};
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ _id: string }>`select _id from ${sql.table(name)} order by _id limit 4`.execute(
      database.kysely,
    );
    if (rows.length > 0) ids[name] = rows.map((row) => row._id);
  }
  return ids;
}

/** A value that a screen would send in this field of this call. */
function good(ids: Ids, call: Call, name: string, field: Field | undefined): fc.Arbitrary<string> {
  const model = call.path.split('/')[0] ?? '';
  const table = name === '_id' ? model : name.replace(/_id$/, '');
  const known = ids[table] ?? ids[name] ?? [];
  const words = wordsOf(field?.read());
  if (words.length > 0) return fc.constantFrom(...words);
  if (field?.kind === 'flag') return fc.constantFrom('true', 'false');
  if (field?.kind === 'int') return fc.constantFrom('0', '1', '12', '24', '100');
  if (field?.kind === 'money') return fc.constantFrom('0', '1', '1000.50', '-250');
  if (field?.kind === 'time' || /timestamp|since/.test(name))
    return fc.constantFrom('0', String(NOW - 86_400), String(NOW));
  if (known.length > 0) return fc.constantFrom(...known);
  if (field?.kind === 'id' || /source|destination|owner|parent/.test(name))
    return fc.constantFrom(...Object.values(ids).flat());
  if (/phone/.test(name)) return fc.integer({ min: 0, max: 99_999_999 }).map((n) => `080${String(n).padStart(8, '0')}`);
  if (/email/.test(name)) return fc.nat(9_999).map((n) => `person${n}@example.test`);
  if (/hash/.test(name)) return fc.constant(passwordHash('Some-password-1'));
  if (/^(page|per_page|limit|year)$/.test(name)) return fc.constantFrom('1', '2', '30', '2026');
  if (/meta/.test(name)) return fc.constantFrom('{}', '{"discount":"5"}', '[]', '{"a":{"b":null}}');
  return fc.constantFrom('Plain words', 'active', 'seller', 'buyer', 'completed', 'week', 'a', ...call.path.split('/'));
}

type Sent = fc.Arbitrary<[string, string][]>;

/** A body for a call. All fields are right, unless `mayBeWrong`: some are then odd, missing, repeated or in another form. */
export function bodyOf(ids: Ids, call: Call, mayBeWrong = true): Sent {
  const fields: Record<string, Field | undefined> = {
    ...call.input,
    ...(call.row ?? {}),
    client_id: undefined,
    ...(call.row ? { op_key: undefined } : {}),
  };
  const odd = fc.oneof(fc.constantFrom(...NAUGHTY), fc.string({ unit: 'binary', maxLength: 12 }));
  const none: Sent = fc.constant([]);
  const right: Sent[] = [];
  const wrong: Sent[] = [];
  for (const [name, field] of Object.entries(fields)) {
    const value = field ? good(ids, call, name, field) : fc.uuid();
    const many = field?.many || Boolean(call.row && (name in call.row || name === 'op_key'));
    const sent = (form: boolean, text: fc.Arbitrary<string>): Sent =>
      text.map((one) => [[form ? `${name}[]` : name, one]]);
    const usual = sent(many, value);
    // Wrong versions and keys of strangers are sent only sometimes.
    const seldom = !field || name === 'base_version';
    const needed = field?.needed || /^(_id|status)$/.test(name);
    right.push(needed ? usual : fc.oneof({ weight: 1, arbitrary: usual }, { weight: seldom ? 9 : 1, arbitrary: none }));
    wrong.push(
      fc.oneof(
        { weight: 6, arbitrary: usual },
        { weight: 2, arbitrary: sent(many, odd) },
        { weight: 1, arbitrary: none },
        { weight: 1, arbitrary: sent(!many, value) },
        { weight: 1, arbitrary: fc.tuple(usual, usual).map((two) => two.flat()) },
      ),
    );
  }
  const whole = (parts: Sent[]) => fc.tuple(...parts).map((lists) => lists.flat());
  if (!mayBeWrong) return whole(right);
  return fc.oneof({ weight: 2, arbitrary: whole(right) }, { weight: 1, arbitrary: whole(wrong) });
}
