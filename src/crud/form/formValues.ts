/** The texts of a form: from a row, the changed ones, and the differences between two people's texts. */
import type { Field, Fields } from '#contract/fields.ts';
import type { Model } from '#contract/model.ts';
import { readValue } from '#contract/read.ts';
import { showNaira } from '#domain/money.ts';
import { namesIn } from '#domain/namesIn.ts';
import { shownPhone } from '#domain/phone.ts';
import type { Offered } from '#ui/fields/offered.ts';
import { momentText } from '#ui/when.ts';
import type { FieldDifference } from '../conflict/ConflictDialog.tsx';

/** The texts of a form by field name. */
export type Values = Record<string, string>;

/** The text of each field. The text of a nested record is its id. */
export function textsOf(row: unknown, names: readonly string[]): Values {
  return Object.fromEntries(names.map((name) => [name, textOf((row as Record<string, unknown>)[name])]));
}

function textOf(value: unknown): string {
  if (typeof value === 'object' && value !== null && '_id' in value) return String(value._id);
  return value === null || value === undefined ? '' : String(value);
}

/** The values of a field with several values, which the form holds joined by commas. */
export const splitList = (text: string): string[] => text.split(',').filter(Boolean);

/** The texts in the shape that a call takes. */
export function sentOf(fields: Fields, values: Values): Record<string, string | string[]> {
  const sent = ([name, text]: [string, string]) => [name, fields[name]?.many ? splitList(text) : text] as const;
  return Object.fromEntries(Object.entries(values).map(sent));
}

/** The error message of a field's text, or undefined. */
export function issueOf(field: Field, text: string): string | undefined {
  const several = field.many ? splitList(text) : [];
  return (several.length > 0 ? several : [text]).map((one) => readValue(field, one).issue).find(Boolean);
}

/** The values that differ from the stored ones. */
export function changedBy(values: Values, stored: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== stored[name]));
}

/**
 * Names for the values of a form: the labels that its fields offer, otherwise the names of the records in `rows`, because another person may have
 * chosen a value that is not offered here. A field with several values holds them joined by commas.
 */
export function namesFor(offered: ReadonlyMap<string, readonly Offered[]>, ...rows: readonly unknown[]) {
  const records = new Map(rows.flatMap((row) => [...namesIn(row)]));
  return (field: string, value: string): string | undefined => {
    const choices = offered.get(field);
    const nameOf = (one: string) => choices?.find((choice) => choice.value === one)?.label ?? records.get(one);
    if (value === '') return undefined;
    if (!choices) return records.get(value);
    return (
      nameOf(value) ??
      value
        .split(',')
        .map((one) => nameOf(one) ?? one)
        .join(', ')
    );
  };
}

/** One entry per field whose typed value differs from the other person's saved value (B12.6). `called`: see namesFor. */
export function fieldDifferences(
  of: Pick<Model, 'fields'>,
  mine: Values,
  stored: Values,
  theirs: Values,
  called: (field: string, value: string) => string | undefined,
): FieldDifference[] {
  const words = (name: string, value: string) => called(name, value) ?? plainWords(of, name, value);
  return Object.keys(stored)
    .filter((name) => mine[name] !== theirs[name])
    .map((name) => ({
      label: of.fields[name]?.label ?? name,
      mine: words(name, mine[name] ?? ''),
      theirs: words(name, theirs[name] ?? ''),
      typed: mine[name] !== stored[name],
    }));
}

/** The differences for screens without a model's form. `wordsOf` returns label and text of each field, always in the same order. */
export function differencesIn<T>(
  wordsOf: (values: T) => readonly (readonly [label: string, text: string])[],
  mine: T,
  seen: T,
  theirs: T,
): FieldDifference[] {
  const [typed, now, before] = [wordsOf(mine), wordsOf(theirs), wordsOf(seen)];
  return typed.flatMap(([label, text], place) => {
    const other = now[place]?.[1] ?? '';
    return text === other ? [] : [{ label, mine: text, theirs: other, typed: text !== before[place]?.[1] }];
  });
}

function plainWords(of: Pick<Model, 'fields'>, name: string, value: string): string {
  const kind = of.fields[name]?.kind;
  if (value === '') return '';
  if (kind === 'time' && Number.isFinite(Number(value))) return momentText(Number(value));
  if (kind === 'money' && Number.isFinite(Number(value))) return showNaira(value);
  return name === 'phone' ? shownPhone(value) : value;
}
