/**
 * Form bodies, both ways (API.md 1.1). One place, so that what the client writes is what the server reads.
 */

/** What one field of a decoded body holds: every value sent under its name, and whether it came as `name[]`. */
export interface SentValues {
  readonly values: string[];
  list: boolean;
}

/** A decoded body or query string: field name (without `[]`) -> what was sent. */
export type Params = Map<string, SentValues>;

/** SYNC rule 27: the limits are set on purpose, never a parser's default. */
export const MAX_PARAMETERS = 5_000;
export const MAX_LIST = 1_000;

/** Thrown by {@link decodeForm} when a body holds more than the limits; the server answers 413. */
export class TooManyFields extends Error {}

/**
 * Writes values as `application/x-www-form-urlencoded`. Lists become `name[]=a&name[]=b` in order, numbers and booleans their text,
 * `undefined` is left out, `null` is the empty string (API.md: an empty string means not given).
 */
export function encodeForm(values: Readonly<Record<string, unknown>>): string {
  const body = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) continue;
    if (Array.isArray(value)) for (const one of value) body.append(`${name}[]`, cell(one));
    else body.append(name, cell(value));
  }
  return body.toString();
}

/**
 * Reads a form body or query string. `name[]` and `name[0]` are lists (order of arrival kept); a scalar sent twice keeps both values, so that
 * the caller can refuse it. Throws {@link TooManyFields}.
 */
export function decodeForm(text: string): Params {
  const params: Params = new Map();
  let count = 0;
  for (const [rawName, value] of new URLSearchParams(text)) {
    count += 1;
    if (count > MAX_PARAMETERS) throw new TooManyFields('Too many fields.');
    addParam(params, rawName, value);
  }
  return params;
}

/** Adds one sent name and value to decoded params: shared by the urlencoded and the multipart reader. Throws {@link TooManyFields}. */
export function addParam(params: Params, rawName: string, value: string): void {
  const list = /\[\d{0,4}\]$/.test(rawName);
  const name = list ? rawName.slice(0, rawName.lastIndexOf('[')) : rawName;
  const known = params.get(name);
  if (!known) {
    params.set(name, { values: [value], list });
    return;
  }
  known.values.push(value);
  known.list ||= list;
  if (known.values.length > MAX_LIST) throw new TooManyFields(`Too many values of ${name}.`);
}

function cell(value: unknown): string {
  if (value === null) return '';
  return String(value);
}
