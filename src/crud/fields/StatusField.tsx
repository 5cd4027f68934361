import { type FieldProps, SelectField } from '#ui/fields/Field.tsx';

/** active or inactive; shown on update only, where the documents say so (UI-26). */
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
