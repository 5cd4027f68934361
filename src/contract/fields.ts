/**
 * The field types of form bodies. A field parses its text (with the documents' messages), describes its value in responses, and names its kind of
 * column; forms, server and tests share it.
 */
import * as v from 'valibot';
import { MAX_QUANTITY } from '#domain/limits.ts';
import { formatMoney, moneyError, parseMoney } from '#domain/money.ts';
import { wholeNumberError } from '#domain/number.ts';
import type { Permission } from '#domain/permissions.ts';
import { isPhone, normalizePhone, PHONE_MESSAGE } from '#domain/phone.ts';
import { cleanLines, cleanText } from '#domain/text.ts';
import type { FieldGate } from './gate.ts';

export type FieldKind = 'text' | 'id' | 'int' | 'money' | 'flag' | 'time';

/** One field. `In`: the value for a handler (money: kobo). `Out`: the value in a response row (money: text with two decimals). */
export interface Field<In = unknown, Out = unknown, Needed extends boolean = boolean, Many extends boolean = boolean> {
  readonly kind: FieldKind;
  readonly label: string;
  /** True if a missing or empty value is refused, with the text `missing`. */
  readonly needed: Needed;
  /** True if the field is sent as `name[]`. */
  readonly many: Many;
  /** True if one text of the list may hold several values, joined by commas. */
  readonly commas?: boolean;
  /** The meaning of an empty text (API.md 1.1 "empty allowed"); undefined means that the field was not given. */
  readonly empty: null | '' | undefined;
  readonly missing: string;
  /**
   * Builds the schema; read.ts calls it on first use. A browser would otherwise build and keep hundreds of schemas at start, for forms that nobody
   * may open.
   */
  readonly read: () => v.GenericSchema<string, In>;
  readonly answer: () => v.GenericSchema<Out>;
  /** True if only the server sets the field: it is accepted in a body and ignored (API.md 1.1 unknown fields). */
  readonly ignored?: boolean;
  /** True if programs fill the field, not people: a wrong or missing value is a malformed request (400, API.md 1.7) and not a form error. */
  readonly ofRequest?: boolean;
  /** The further permission that writing this field needs (K2). */
  readonly gate?: FieldGate;
}

export type Fields = Readonly<Record<string, Field>>;

type InOf<F> = F extends Field<infer In, unknown, boolean, infer Many> ? (Many extends true ? In[] : In) : never;
/** The input of a handler for a set of fields; optional fields may be absent. */
export type InputOf<F extends Fields> = {
  [K in keyof F as F[K] extends Field<unknown, unknown, true> ? K : never]: InOf<F[K]>;
} & { [K in keyof F as F[K] extends Field<unknown, unknown, true> ? never : K]?: InOf<F[K]> };
/** The values of a response row for a set of fields. */
export type OutputOf<F extends Fields> = { [K in keyof F]: F[K] extends Field<unknown, infer Out> ? Out : never };
/** The values that a caller may send: texts, numbers and booleans, which the encoder turns into text. */
export type Sendable<F extends Fields> = {
  [K in keyof F as F[K] extends Field<unknown, unknown, true> ? K : never]: SendableOf<F[K]>;
} & { [K in keyof F as F[K] extends Field<unknown, unknown, true> ? never : K]?: SendableOf<F[K]> | undefined };
type Cell = string | number | boolean | null;
type SendableOf<F> =
  F extends Field<unknown, unknown, boolean, infer Many> ? (Many extends true ? readonly Cell[] : Cell) : never;

interface Words {
  missing?: string;
}

const asText = v.string();
const saysText = () => asText;

function field<In, Out>(
  kind: FieldKind,
  label: string,
  read: () => v.GenericSchema<string, In>,
  answer: () => v.GenericSchema<Out>,
  words: Words = {},
): Field<In, Out, true, false> {
  const missing = words.missing ?? `${label} field is required.`;
  return { kind, label, needed: true, many: false, empty: undefined, missing, read, answer };
}

/** Only accounts with the permission `needs` may fill the field, whatever the call's gate is (K2). The outermost wrapper: `gated(optional(...), ...)`. */
export function gated<In, Out, N extends boolean, M extends boolean>(
  inner: Field<In, Out, N, M>,
  needs: Permission,
  more: Omit<FieldGate, 'needs'> = {},
): Field<In, Out, N, M> {
  return { ...inner, gate: { needs, ...more } };
}

/** The field may be left out. */
export function optional<In, Out, M extends boolean>(inner: Field<In, Out, boolean, M>): Field<In, Out, false, M> {
  return { ...inner, needed: false };
}

/** The field may be left out, and an empty text means null ("empty allowed"). */
export function nullable<In, Out, M extends boolean>(
  inner: Field<In, Out, boolean, M>,
): Field<In | null, Out | null, false, M> {
  return { ...inner, needed: false, empty: null, read: inner.read, answer: () => v.nullable(inner.answer()) };
}

/** The field may be left out, and an empty text clears the stored value. */
export function clearable<M extends boolean>(
  inner: Field<string, string, boolean, M>,
): Field<string, string, false, M> {
  return { ...inner, needed: false, empty: '' };
}

/** The field is sent as `name[]`; one value without brackets is a list with one element. */
export function list<In, Out, N extends boolean>(inner: Field<In, Out, N, false>): Field<In, Out, N, true> {
  return { ...inner, many: true };
}

/** The field is accepted because existing clients send it, and ignored (amount of an order, hash of a new person). */
export function ignored(label: string): Field<string, string, false, false> {
  return { ...optional(field('text', label, saysText, saysText)), ignored: true };
}

/** The field is filled by a program, not by a person (API.md 4.17 "400 head"). */
export function ofRequest<In, Out, N extends boolean, M extends boolean>(
  inner: Field<In, Out, N, M>,
): Field<In, Out, N, M> {
  return { ...inner, ofRequest: true };
}

/** Short text, trimmed, NFC, blanks collapsed (B1.11). `min` 3 uses the documents' message. */
export function text(label: string, rule: { min?: number; max?: number; minText?: string } & Words = {}) {
  const { min = 0, max = 120 } = rule;
  const read = () =>
    v.pipe(
      asText,
      v.transform(cleanText),
      v.minLength(min, rule.minText ?? `${label} must be at least ${min} characters.`),
      v.maxLength(max, `${label} must be at most ${max} characters.`),
    );
  return field('text', label, read, saysText, rule);
}

/** The name of a thing or person: at least 3 characters everywhere (UI-02). */
export const name = (label = 'Name') => text(label, { min: 3 });

/** Long text that may have several lines: descriptions (2,000 characters) and meta (4,000), cleaned within each line (B1.11). */
export function longText(label: string, rule: { min?: number; max?: number } & Words = {}) {
  const { min = 0, max = 2_000 } = rule;
  const read = () =>
    v.pipe(
      asText,
      v.transform(cleanLines),
      v.minLength(min, `${label} must be at least ${min} characters.`),
      v.maxLength(max, `${label} must be at most ${max} characters.`),
    );
  return field('text', label, read, saysText, rule);
}

/** The text of a file, unchanged; the handler checks its content. */
export function fileText(label = 'File') {
  return field('text', label, () => v.pipe(asText, v.minLength(1)), saysText);
}

/** The id of another record, an opaque text. */
export function id(label = '_id', words: Words = {}) {
  const read = () => v.pipe(asText, v.trim(), v.maxLength(200, `${label} is not valid.`));
  return field('id', label, read, saysText, words);
}

/** One word of a fixed set. */
export function oneOf<const T extends readonly string[]>(label: string, options: T, words: Words = {}) {
  const read = () => v.pipe(asText, v.trim(), v.picklist(options, words.missing ?? `${label} field is required.`));
  return field<T[number], T[number]>('text', label, read, () => v.picklist(options), words);
}

/** active or inactive (UI-25). */
export const status = () => oneOf('Status', ['active', 'inactive'] as const, { missing: 'Status field is required.' });

/** A Nigerian mobile number, normalised (B1.10); anything else is refused with PHONE_MESSAGE (A28). */
export function phone() {
  const read = () => v.pipe(asText, v.transform(normalizePhone), v.check(isPhone, PHONE_MESSAGE));
  return field('text', 'Phone number', read, saysText, { missing: 'Phone number field is required.' });
}

/** `least` to `max` digits; `wrong` is the error text for anything else. */
export function digits(label: string, max: number, wrong: string, least = 1) {
  const read = () => v.pipe(asText, v.trim(), v.regex(new RegExp(`^\\d{${least},${max}}$`), wrong));
  return field('text', label, read, saysText);
}

/** The SHA-256 of a new password, in lower-case hex (B10.5). */
export function sha256(label: string, words: Words = {}) {
  const read = () =>
    v.pipe(
      asText,
      v.regex(/^[0-9a-f]{64}$/, `${label} must be sent as its SHA-256, 64 lower-case hexadecimal digits.`),
    );
  return field('text', label, read, saysText, words);
}

/** An e-mail address, trimmed and lower-cased (B1.10). */
export function email() {
  const read = () =>
    v.pipe(
      asText,
      v.trim(),
      v.toLowerCase(),
      v.maxLength(200, 'Email must be valid.'),
      v.email('Email must be valid.'),
    );
  return field('text', 'Email', read, saysText);
}

/** Money: plain decimal naira in the request, kobo for the handler, two decimals in the response (B1.2). `least` is in kobo. */
export function money(label: string, words: Words & { wrong?: string; least?: number } = {}) {
  const read = () =>
    v.pipe(
      asText,
      v.trim(),
      v.rawTransform<string, number>(({ dataset, addIssue, NEVER }) => {
        const kobo = parseMoney(dataset.value);
        if (kobo === null) {
          addIssue({ message: moneyError(dataset.value, label, words.wrong) });
          return NEVER;
        }
        if (words.least !== undefined && kobo < words.least) {
          addIssue({ message: `${label} must not be less than ${words.least / 100}` });
          return NEVER;
        }
        return kobo;
      }),
    );
  return field('money', label, read, saysText, words);
}

/** A whole number between limits; `wrong` is the error text for anything else. */
export function integer(
  label: string,
  rule: { min?: number; max?: number; wrong?: string; range?: string } & Words = {},
) {
  const { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = rule;
  const read = () =>
    v.pipe(
      asText,
      v.trim(),
      v.regex(/^-?\d{1,18}$/, rule.wrong ?? (({ input }) => wholeNumberError(input, label))),
      v.transform(Number),
      v.minValue(min, rule.range ?? `${label} must not be less than ${min}`),
      v.maxValue(max, rule.range ?? `${label} must be between ${min} and ${max}`),
    );
  return field('int', label, read, () => v.number(), rule);
}

/** Whole units, 0 to a million per line (B1.6, B13). */
export const quantity = (label = 'Quantity') =>
  integer(label, {
    min: 0,
    max: MAX_QUANTITY,
    wrong: 'Quantity must be a whole number of units.',
    range: `Quantity must be between 0 - ${MAX_QUANTITY}`,
  });

/** Epoch seconds. */
export const time = (label = 'Timestamp', words: Words = {}) => {
  const rule = integer(label, {
    min: 0,
    max: 99_999_999_999,
    wrong: `${label} is not valid.`,
    range: `${label} is not valid.`,
    ...words,
  });
  return { ...rule, kind: 'time' as const };
};

/** One of true, false, 1, 0 (API.md 1.1). */
export function flag(label: string) {
  const read = () =>
    v.pipe(
      asText,
      v.trim(),
      v.picklist(['true', 'false', '1', '0'], `${label} must be true or false.`),
      v.transform((raw) => raw === 'true' || raw === '1'),
    );
  return field('flag', label, read, () => v.boolean());
}

/** A UUID that the client chose for a new record (API.md B1.8 client_id). */
export const clientId = () =>
  optional(
    field(
      'id',
      'client_id',
      () => v.pipe(asText, v.trim(), v.regex(/^[A-Za-z0-9_-]{8,128}$/, 'client_id is not valid.')),
      () => v.nullable(asText),
    ),
  );

/** The row version that the person saw (API.md 1.4). */
export const baseVersion = () => optional(integer('base_version', { min: 0 }));

/** Converts a stored value to its response value: kobo become two-decimal text, everything else is unchanged. */
export function answerValue(of: Pick<Field, 'kind'>, stored: unknown): unknown {
  if (of.kind === 'money' && typeof stored === 'number') return formatMoney(stored);
  return stored;
}
