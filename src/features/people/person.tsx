/** Shared parts of the screens of people: fields and call links. */

import { useQuery } from '@tanstack/react-query';
import { allQuery } from '#client/reads/queries.ts';
import type { Model } from '#contract/model.ts';
import type { FieldState } from '#crud/form/useForm.ts';
import { choiceState } from '#crud/query/choiceState.tsx';
import { dial } from '#domain/phone.ts';
import { containsWords } from '#domain/text.ts';
import { buttonClasses } from '#ui/Button.tsx';
import { type Option, TextField } from '#ui/fields/Field.tsx';
import { Picker } from '#ui/fields/Picker.tsx';
import { Icon } from '#ui/Icon.tsx';

/** A phone number with its prefix; it cannot be changed once the record exists (UI-05). */
export function PhoneField({ fixed = false, ...field }: FieldState & { fixed?: boolean }) {
  return (
    <TextField
      label="Phone number"
      prefix="+234"
      type="tel"
      inputMode="tel"
      autoComplete="off"
      readOnly={fixed}
      {...field}
    />
  );
}

/** A phone number in a table; it is a call link (UI-06). */
export function PhoneLink({ phone }: { phone: string }) {
  return (
    <a className="touch-tap inline-flex min-h-9 items-center text-accent" href={dial(phone)}>
      {phone}
    </a>
  );
}

/** The call button of a side card (SO-12, DOFF-07). */
export function CallButton({ phone }: { phone: string }) {
  return (
    <a className={buttonClasses('plain')} href={dial(phone)}>
      <Icon name="phone" /> Call
    </a>
  );
}

/** Rows of a small model as options by name; inactive ones only if they are already chosen (B8.13). */
export function useChoices(model: Model, chosen: string) {
  const query = useQuery(allQuery(model));
  const rows = (query.data?.data ?? []) as unknown as { _id: string; name: string; status: string }[];
  const options: Option[] = rows
    .filter((row) => row.status === 'active' || row._id === chosen)
    .map((row) => ({ value: row._id, label: row.name }));
  return { options, query };
}

/** The stored value as an option, so that its name is known before the options are loaded. */
export const whatIsStored = (stored: { _id: string; name: string } | null | undefined): Option[] =>
  stored ? [{ value: stored._id, label: stored.name }] : [];

/** A searchable choice of one row of a model (UI-11). */
export function ModelPicker({
  of: model,
  label,
  placeholder = `Choose ${label.toLowerCase()}`,
  stored,
  disabled = false,
  ...field
}: FieldState & {
  of: Model;
  label: string;
  placeholder?: string;
  stored?: { _id: string; name: string } | undefined;
  disabled?: boolean;
  hint?: string;
}) {
  const { options, query } = useChoices(model, field.value);
  return (
    <Picker
      label={label}
      options={query.data ? options : whatIsStored(stored)}
      matches={(option, text) => containsWords(option.label, text)}
      placeholder={placeholder}
      disabled={disabled}
      {...field}
      {...choiceState(query)}
    />
  );
}
