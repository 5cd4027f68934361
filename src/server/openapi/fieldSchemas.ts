/** JSON schemas of what is sent: each field of a form as text, with what its kind means. */
import { toJsonSchema } from '@valibot/to-json-schema';
import type { Field, FieldKind, Fields } from '#contract/fields.ts';
import type { JsonSchema } from './openApi.ts';

/** The meaning of a field's text, if its schema alone does not show it. */
const KINDS: Readonly<Record<FieldKind, JsonSchema>> = {
  text: {},
  id: { description: 'The id of a record.' },
  int: { description: 'A whole number.', pattern: '^-?\\d{1,18}$' },
  money: { description: 'Naira as a plain decimal number, for example 12000.50.' },
  flag: { description: 'true, false, 1 or 0.' },
  time: { description: 'A time in epoch seconds.', pattern: '^\\d{1,11}$' },
};

/** The schema of one field's text. Rules after a conversion (limits of a number) cannot be expressed for the text and are left out. */
function textOf(field: Field): JsonSchema {
  const { $schema: _dialect, ...read } = toJsonSchema(field.read(), {
    typeMode: 'input',
    errorMode: 'ignore',
    target: 'draft-2020-12',
  });
  const kind = KINDS[field.kind];
  const description = [field.label, kind.description].filter(Boolean).join('. ');
  // An optional field may be empty, which its own schema does not allow: empty means "not given" or clears the value.
  const rule: JsonSchema = field.needed || field.ignored ? read : { anyOf: [read, { const: '' }] };
  return { ...kind, ...rule, description };
}

/** The schema of a field in a form: a text, or a list of texts. */
export function fieldSchema(field: Field): JsonSchema {
  const schema = textOf(field);
  const one: JsonSchema = field.ignored
    ? { ...schema, deprecated: true, description: `${schema.description} Accepted and not used.` }
    : schema;
  if (!field.gate) return field.many ? { type: 'array', items: one } : one;
  const needs = `Needs the permission ${field.gate.needs}${field.gate.ofChange ? ' to change the stored value' : ''}.`;
  const gated = { ...one, description: `${one.description} ${needs}` };
  return field.many ? { type: 'array', items: gated } : gated;
}

/** The name of a field in a form: a list is sent as `name[]`. */
const nameInForm = (name: string, isList: boolean) => (isList ? `${name}[]` : name);

/** A field in a form: its name there, its schema, and whether a request without it is refused. */
export interface FormField {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly required: boolean;
}

/** The fields of a form. `partial`: a change, where only `_id` must be there. `asRows`: the fields of rows, each sent as a list. */
export function formFields(fields: Fields, { partial = false, asRows = false } = {}): FormField[] {
  return Object.entries(fields).map(([name, field]) => ({
    name: nameInForm(name, field.many || asRows),
    schema: asRows && !field.many ? { type: 'array', items: fieldSchema(field) } : fieldSchema(field),
    required: field.needed && !field.ignored && !asRows && (!partial || name === '_id'),
  }));
}
