import type { FieldState } from '#crud/form/useForm.ts';
import type { SettingForm } from '#domain/setting.ts';
import { TextField } from '#ui/fields/Field.tsx';
import { MoneyField } from '#ui/fields/MoneyField.tsx';

/** The field of a setting's value: a date and time for a moment, naira for an amount. `optional`: the setting may stay without a value. */
export function SettingValue({
  form,
  optional = false,
  ...field
}: FieldState & { form: SettingForm; optional?: boolean }) {
  const own = {
    ...field,
    label: 'Value',
    autoComplete: 'off',
    ...(optional ? { required: false, error: field.value === '' ? undefined : field.error } : {}),
  };
  if (form === 'naira') return <MoneyField {...own} prefix="₦" />;
  return <TextField {...own} type={form === 'moment' ? 'datetime-local' : 'text'} />;
}
