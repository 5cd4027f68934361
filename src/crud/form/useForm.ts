/** The state of a form over the contract's fields: it holds texts and gives the documents' messages (UI-01). */
import { useMemo, useState } from 'react';
import type { Field, Fields } from '#contract/fields.ts';
import { afterPress } from '#ui/hooks/afterPress.ts';
import { issueOf, type Values } from './formValues.ts';

/** The properties of one field, for a field component. */
export interface FieldState {
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
  error: string | undefined;
  required: boolean;
  name: string;
}

/** A form: its texts by field name, and whether they are changed and valid. */
export interface FormState {
  values: Values;
  changed: boolean;
  valid: boolean;
  field: (name: string) => FieldState;
  set: (change: Values) => void;
  discard: () => void;
  /** Shows the message of every field. */
  showAll: () => void;
  /** Shows the server's texts, each until its field changes. Returns whether any of them belongs to a field of this form. */
  refuse: (texts: Readonly<Record<string, string>>) => boolean;
}

/** `check` adds rules over several fields and returns a text per field. `start`: the changed texts of a draft. */
export function useForm(
  fields: Fields,
  initial: Values,
  check?: (values: Values) => Record<string, string>,
  start: Values = {},
): FormState {
  const [values, setValues] = useState<Values>({ ...initial, ...start });
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set(Object.keys(start)));
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const names = Object.keys(initial);
  const problems = useMemo(() => {
    const found: Record<string, string> = {};
    for (const name of Object.keys(values)) {
      const field: Field | undefined = fields[name];
      if (!field || field.ignored) continue;
      const issue = issueOf(field, values[name] ?? '');
      if (issue) found[name] = issue;
    }
    return { ...check?.(values), ...found };
  }, [values, fields, check]);
  const changed = names.some((name) => values[name] !== initial[name]);
  const change = (some: Values) => {
    setValues((before) => ({ ...before, ...some }));
    setRefused((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !(name in some))));
  };
  return {
    values,
    changed,
    valid: Object.keys(problems).length === 0,
    field: (name) => ({
      name,
      value: values[name] ?? '',
      required: fields[name]?.needed ?? false,
      error: refused[name] ?? (touched.has(name) ? problems[name] : undefined),
      onBlur: () => afterPress(() => setTouched((before) => new Set([...before, name]))),
      onChange: (value) => change({ [name]: value }),
    }),
    set: change,
    discard: () => {
      setValues(initial);
      setTouched(new Set());
      setRefused({});
    },
    showAll: () => setTouched(new Set(Object.keys(values))),
    refuse: (texts) => {
      setTouched(new Set(Object.keys(values)));
      setRefused(texts);
      return Object.keys(texts).some((name) => name in values);
    },
  };
}
