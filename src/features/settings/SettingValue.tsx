import type { FieldState } from '#crud/form/useForm.ts';
import type { SettingForm } from '#domain/setting.ts';
import { TextField } from '#ui/fields/Field.tsx';
import { MoneyField } from '#ui/fields/MoneyField.tsx';
import { WhenField } from '#ui/WhenField.tsx';

/**
 * The field of a setting's value: a date and time for a moment, naira for an amount. `optional`: the setting may stay without a value. `beside`: the name of
 * the setting stands beside the field, so the label is for screen readers alone. `unset`: what counts without a value.
 */
export function SettingValue({
  form,
  optional = false,
  beside = false,
  unset,
  ...field
}: FieldState & { form: SettingForm; optional?: boolean; beside?: boolean; unset?: string | undefined }) {
  const own = {
    ...field,
    label: 'Value',
    autoComplete: 'off',
    ...(unset ? { placeholder: `Default: ${unset}` } : {}),
    ...(optional ? { required: false, error: field.value === '' ? undefined : field.error } : {}),
  };
  const input =
    form === 'naira' ? (
      <MoneyField {...own} />
    ) : form === 'moment' ? (
      <WhenField {...own} type="datetime-local" />
    ) : (
      <TextField {...own} />
    );
  return beside ? <div className="[&_.field>span:first-child]:sr-only">{input}</div> : input;
}
