/** Encodes and decodes form bodies (API.md 1.1). Client and server share this file, so that both agree. */

/** The values that were sent under one name, and whether the name was `name[]`. */
export interface SentValues {
  readonly values: string[];
  list: boolean;
}

/** A decoded body or query string, by field name (without `[]`). */
export type Params = Map<string, SentValues>;

/** The limits are explicit, so that no parser's default applies (SYNC rule 27). */
export const MAX_PARAMETERS = 5_000;
export const MAX_LIST = 1_000;

/** Thrown by {@link decodeForm} if a body exceeds the limits; the server responds with 413. */
export class TooManyFields extends Error {}

/**
 * Encodes values as `application/x-www-form-urlencoded`. Lists become `name[]=a&name[]=b` in order. Numbers and booleans become text, `undefined` is
 * left out, and `null` becomes the empty string, which means "not given" (API.md).
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
 * Decodes a form body or query string. `name[]` and `name[0]` are lists in the order sent. A scalar that was sent twice keeps both values, so that
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

/** Adds one name and value to decoded params, for the urlencoded and the multipart reader. Throws {@link TooManyFields}. */
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
