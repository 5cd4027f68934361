/** Parts that the screens of people share: fields, pickers and phone links. */

import { useQuery } from '@tanstack/react-query';
import { allQuery } from '#client/reads/queries.ts';
import type { Model } from '#contract/model.ts';
import { splitList } from '#crud/form/formValues.ts';
import type { FieldState } from '#crud/form/useForm.ts';
import type { Address } from '#crud/paths.ts';
import { choiceState } from '#crud/query/choiceState.tsx';
import { Gate } from '#crud/query/Gate.tsx';
import { ServerLink } from '#crud/ServerLink.tsx';
import { afterPrefix, dial, isPhone, normalizePhone, PHONE_PREFIX } from '#domain/phone.ts';
import { containsWords } from '#domain/text.ts';
import { buttonClasses } from '#ui/Button.tsx';
import { type Option, TextField } from '#ui/fields/Field.tsx';
import { Picker } from '#ui/fields/Picker.tsx';
import { Icon } from '#ui/Icon.tsx';
import { peopleTexts } from './texts.ts';

/**
 * A phone number behind its prefix (UI-05). A whole number behind +234 is shown without its leading 0; the form keeps the 0. `fixed`: nobody can change
 * the number of a stored person.
 */
export function PhoneField({ fixed = false, value, onChange, ...field }: FieldState & { fixed?: boolean }) {
  return (
    <TextField
      label="Phone number"
      prefix={PHONE_PREFIX}
      type="tel"
      inputMode="tel"
      autoComplete="off"
      readOnly={fixed}
      value={afterPrefix(value)}
      onChange={(typed) => {
        const normal = normalizePhone(typed);
        onChange(isPhone(normal) ? normal : typed);
      }}
      {...field}
    />
  );
}

/** A role or an e-mail address in a table, on one line however long the name beside it is. `breaks`: two lines in a narrow list on a touch screen. */
export const OneLine = ({ breaks = false, children }: { breaks?: boolean; children: string }) => (
  <span className={breaks ? 'whole breaks' : 'whole'} title={children}>
    {children}
  </span>
);

/** The call button of a side card (SO-12, DOFF-07). */
export function CallButton({ phone }: { phone: string }) {
  return (
    <a className={buttonClasses('plain')} href={dial(phone)}>
      <Icon name="phone" /> Call
    </a>
  );
}

/**
 * The link to a starter password in the menu of a row (B10.6). It leads to the form of the person, with the dialog open. `needs`: the right to sign
 * such a person up.
 */
export function StarterLink({ to, needs }: { to: Address; needs: 'signup_manager' | 'signup_sales_officer' }) {
  return (
    <Gate needs={[needs]}>
      <ServerLink to={to} search={{ act: 'password' }}>
        {peopleTexts.makeStarter}
      </ServerLink>
    </Gate>
  );
}

/** Rows of a small model as options by name. Inactive ones are offered only if they are chosen already (B8.13). `chosen`: ids, joined by commas. */
export function useChoices(model: Model, chosen: string) {
  const ids = splitList(chosen);
  const query = useQuery(allQuery(model));
  // Every model that is passed has a name and a status; the type `Model` does not say so.
  const rows = (query.data?.data ?? []) as unknown as { _id: string; name: string; status: string }[];
  const options: Option[] = rows
    .filter((row) => row.status === 'active' || ids.includes(row._id))
    .map((row) => ({ value: row._id, label: row.name }));
  return { options, query };
}

/** The stored record as an option, so that its name is shown even while no options are loaded. */
export const whatIsStored = (stored: { _id: string; name: string } | null | undefined): Option[] =>
  stored ? [{ value: stored._id, label: stored.name }] : [];

/** A searchable picker for one row of a model (UI-11). */
export function ModelPicker({
  of: model,
  label,
  placeholder = `Choose ${/^[AEIOU]/.test(label) ? 'an' : 'a'} ${label.toLowerCase()}`,
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
      {...choiceState(query, model.name)}
    />
  );
}
