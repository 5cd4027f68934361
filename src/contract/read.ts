/**
 * Reads decoded form params against a set of fields: shape first (400), then values (422), as API.md 1.8 orders it.
 * The same function tells a form in the browser which text stands under which field.
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
 * `partial`: an update, absent fields stay as they are (API.md section 2), so only what was sent is checked. `loose`: a list, where an
 * unknown filter is ignored (API.md 1.5).
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
      const read = values.map((one) => readValue(field, one));
      const bad = read.find((one) => one.issue);
      if (bad?.issue) wrong[name] = bad.issue;
      else if (read.length === 0 && field.needed && !partial) wrong[name] = field.missing;
      else if (sent) input[name] = read.map((one) => one.value).filter((one) => one !== undefined);
      continue;
    }
    // What is updated is never absent.
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

/** Reads one text by one field: its value, or the text to show. An empty text is the required message, or what the field says of it. */
export function readValue(field: Field, raw: string): { value?: unknown; issue?: string } {
  if (raw.trim() === '') {
    if (field.needed) return { issue: field.missing };
    return { value: field.empty };
  }
  const result = v.safeParse(schemaOf(field), raw, { abortPipeEarly: true });
  if (!result.success) return { issue: result.issues[0].message };
  // A text of blanks that cleaning emptied is not given.
  if (field.needed && result.output === '') return { issue: field.missing };
  return { value: result.output };
}

/** The schema of a field, made once: fields that differ only in what may be absent share it. */
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
    // No database text holds a zero byte.
    if (sent.values.some((value) => value.includes('\0')))
      return { error: 'bad_request', message: `Field ${name} is not valid.` };
    if (!field.many && (sent.values.length > 1 || sent.list)) {
      return { error: 'bad_request', message: `Field ${name} was sent more than once.` };
    }
  }
  return null;
}
