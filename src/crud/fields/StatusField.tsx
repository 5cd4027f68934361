import { type FieldProps, SelectField } from '#ui/fields/Field.tsx';

/** Active or inactive. Most forms show it only on update (UI-26). */
export function StatusField(props: Omit<FieldProps, 'label'>) {
  return (
    <SelectField
      label="Status"
      {...props}
      options={[
        { value: 'active', label: 'Active' },
        { value: 'inactive', label: 'Inactive' },
      ]}
    />
  );
}
