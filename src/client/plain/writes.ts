/** Writes records to a plain server: whole records, and links after the record that has them. */
import { CallError } from '../callError.ts';
import type { Ask, Input } from './ask.ts';
import { complete } from './complete.ts';
import { FORM, FRESH } from './documents.ts';
import { rowOf } from './schemas.ts';

/** Links that our server stores with the record: the field, the model of the link, and the fields of the link. */
interface Link {
  field: string;
  link: string;
  own: string;
  other: string;
  /** Further fields of the link, from the record. */
  with?: readonly string[];
}
export const LINKS: Readonly<Record<string, Link>> = {
  area: {
    field: 'sales_officer_id',
    link: 'sales_officer_area',
    own: 'area_id',
    other: 'sales_officer_id',
    with: ['seller_id'],
  },
  distributor: { field: 'seller_ids', link: 'distributor_seller', own: 'distributor_id', other: 'seller_id' },
  seller: { field: 'manager_id', link: 'seller_manager', own: 'seller_id', other: 'manager_id' },
};

type Row = Record<string, unknown>;

/** Runs one write of a model. Resolves like our server: an id, a row, or verdicts of rows. */
export async function writeRecord(ask: Ask, model: string, call: string, input: Input): Promise<unknown> {
  if (call.endsWith('_bulk')) return writeBulk(ask, model, call, input);
  if (call === 'create' || call === 'signup') {
    const answer = await ask('POST', `${model}/${call}`, { ...FRESH[model], ...input });
    const id = idIn(answer);
    await writeLinks(ask, model, id, input);
    return id;
  }
  if (call === 'update') return update(ask, model, input);
  const answer = await ask('POST', `${model}/${call}`, input);
  const row = rowOf(model);
  return row && call === 'set_status' ? complete(row, { ...input, ...asRow(answer) }) : { _id: input._id };
}

/** The documents answer with the new id, or with an object that has it. */
function idIn(answer: unknown): string {
  const one = Array.isArray(answer) ? (answer[0] as unknown) : answer;
  return typeof one === 'object' && one !== null && '_id' in one ? String(one._id) : String(one ?? '');
}

const asRow = (answer: unknown): Row => (typeof answer === 'object' && answer !== null ? { ...answer } : {});

/** The documents' forms send the whole record, so unchanged fields are sent with their present values. */
async function update(ask: Ask, model: string, input: Input): Promise<unknown> {
  const _id = String(input._id);
  const found = await ask('GET', `${model}/read`, { _id });
  const now = asRow(Array.isArray(found) ? found[0] : found);
  const names = (FORM[model] ?? '').split(' ');
  const whole = Object.fromEntries(
    names.flatMap((name) => (stored(now, name) === undefined ? [] : [[name, stored(now, name)]])),
  );
  const answer = await ask('POST', `${model}/update`, { ...whole, ...input });
  await writeLinks(ask, model, _id, { ...whole, ...input });
  const row = rowOf(model);
  return row ? complete(row, { ...now, ...input, ...asRow(answer), _id }) : answer;
}

/** The stored value of a form's field: the field itself, or the id of the record in its place. */
function stored(row: Row, name: string): unknown {
  const value = row[name] ?? row[name.replace(/_id$/, '')];
  return typeof value === 'object' && value !== null && '_id' in value ? value._id : (value ?? undefined);
}

/** Creates the links that a form chose and switches off those that it left out. */
async function writeLinks(ask: Ask, model: string, id: string, input: Input): Promise<void> {
  const known = LINKS[model];
  if (!known || input[known.field] === undefined) return;
  const { link, own, other } = known;
  const chosen = (Array.isArray(input[known.field]) ? (input[known.field] as unknown[]) : [input[known.field]])
    .map(String)
    .filter(Boolean);
  const there = await linksOf(ask, model, id);
  const more = Object.fromEntries((known.with ?? []).map((name) => [name, input[name]]));
  for (const one of there) {
    const status = chosen.includes(String(one[other])) ? 'active' : 'inactive';
    if (one.status !== status) await ask('POST', `${link}/update`, { ...one, ...more, status });
  }
  for (const to of chosen)
    if (!there.some((one) => one[other] === to))
      await ask('POST', `${link}/create`, { [own]: id, [other]: to, ...more, status: 'active' });
}

export async function linksOf(ask: Ask, model: string, id: string): Promise<readonly Row[]> {
  const known = LINKS[model];
  if (!known) return [];
  const found = await ask('POST', `${known.link}/read_by_${model}`, { [known.own]: id });
  return Array.isArray(found) ? (found as Row[]) : [];
}

/**
 * A bulk call answers with two counts and does not name the accepted rows. If none failed, each row is done; otherwise the person sees both counts, and the
 * rows are read again.
 */
async function writeBulk(ask: Ask, model: string, call: string, input: Input): Promise<unknown> {
  const keys = Array.isArray(input.op_key) ? (input.op_key as unknown[]).map(String) : [];
  const answer = asRow(await ask('POST', `${model}/${call}`, input));
  const succeeded = Number(answer.succeeded ?? keys.length);
  const failed = Number(answer.failed ?? 0);
  if (failed > 0 || succeeded < keys.length)
    throw new CallError(
      400,
      `${succeeded} saved, ${keys.length - succeeded} not. Check what was saved before you try again.`,
      null,
    );
  return {
    succeeded,
    failed,
    results: keys.map((op_key, index) => ({ index, op_key, code: 200, message: 'OK', data: null })),
  };
}
