import { type FieldProps, SelectField } from '#ui/fields/Field.tsx';

/** The field active or inactive. Only update forms show it (UI-26). */
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
