/**
 * Validates decoded form params against fields: first the shape (400), then the values (422) (API.md 1.8). A form in the browser uses the same
 * function to get the error text of each field.
 */
import * as v from 'valibot';
import type { Field, Fields, InputOf } from './fields.ts';
import type { Params } from './form.ts';

export type ShapeError = { error: 'bad_request' | 'unknown_field' | 'unequal_arrays'; message: string };
export type Read<T> =
  | { ok: true; input: T }
  | { ok: false; shape: ShapeError }
  | { ok: false; fields: Record<string, string> };

/**
 * `partial`: an update, where absent fields stay unchanged (API.md section 2) and only sent fields are checked. `loose`: a list, where unknown
 * filters are ignored (API.md 1.5).
 */
export function readInput<F extends Fields>(
  fields: F,
  params: Params,
  { partial = false, loose = false }: { readonly partial?: boolean; readonly loose?: boolean } = {},
): Read<InputOf<F>> {
  const shape = shapeOf(fields, params, loose);
  if (shape) return { ok: false, shape };
  const input: Record<string, unknown> = {};
  const wrong: Record<string, string> = {};
  for (const [name, field] of Object.entries(fields)) {
    const sent = params.get(name);
    if (field.ignored) continue;
    const values = sent?.values ?? [];
    if (field.many) {
      const texts = field.commas ? values.flatMap((one) => one.split(',')) : values;
      const read = texts.map((one) => readValue(field, one));
      const bad = read.find((one) => one.issue);
      if (bad?.issue) wrong[name] = bad.issue;
      else if (read.length === 0 && field.needed && !partial) wrong[name] = field.missing;
      else if (sent) input[name] = read.map((one) => one.value).filter((one) => one !== undefined);
      continue;
    }
    // The _id of an update is never optional.
    if (!sent && partial && name !== '_id') continue;
    const read = readValue(field, values[0] ?? '');
    if (read.issue) wrong[name] = read.issue;
    else if (sent && read.value !== undefined) input[name] = read.value;
  }
  const malformed = Object.keys(wrong).find((name) => fields[name]?.ofRequest);
  if (malformed) return { ok: false, shape: { error: 'bad_request', message: wrong[malformed] ?? '' } };
  if (Object.keys(wrong).length > 0) return { ok: false, fields: wrong };
  return { ok: true, input: input as InputOf<F> };
}

/**
 * Reads one text of a field: returns its value, or an error text in `issue`. An empty text of a needed field gives the field's `missing` text, of
 * another field its `empty` value.
 */
export function readValue(field: Field, raw: string): { value?: unknown; issue?: string } {
  if (raw.trim() === '') {
    if (field.needed) return { issue: field.missing };
    return { value: field.empty };
  }
  const result = v.safeParse(schemaOf(field), raw, { abortPipeEarly: true });
  if (!result.success) return { issue: result.issues[0].message };
  // A text that is empty after cleaning counts as missing.
  if (field.needed && result.output === '') return { issue: field.missing };
  return { value: result.output };
}

/** Returns the schema of a field, built once. Fields that differ only in being optional share it. */
function schemaOf({ read }: Field): v.GenericSchema<string, unknown> {
  const known = schemas.get(read);
  if (known) return known;
  const made = read();
  schemas.set(read, made);
  return made;
}
const schemas = new WeakMap<Field['read'], v.GenericSchema<string, unknown>>();

function shapeOf(fields: Fields, params: Params, loose: boolean): ShapeError | null {
  for (const [name, sent] of params) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (!field && loose) continue;
    if (!field) return { error: 'unknown_field', message: `Unknown field: ${name.slice(0, 80)}.` };
    // The database cannot store a zero byte in text.
    if (sent.values.some((value) => value.includes('\0')))
      return { error: 'bad_request', message: `Field ${name} is not valid.` };
    if (!field.many && (sent.values.length > 1 || sent.list)) {
      return { error: 'bad_request', message: `Field ${name} was sent more than once.` };
    }
  }
  return null;
}
