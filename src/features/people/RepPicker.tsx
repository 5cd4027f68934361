import { useQuery } from '@tanstack/react-query';
import { readingAll } from '#client/queries.ts';
import { salesOfficer } from '#contract/people/salesOfficer.ts';
import type { FieldState } from '#crud/useForm.ts';
import { containsWords } from '#domain/text.ts';
import { Picker } from '#ui/Picker.tsx';

/** AREA-12, A25: active delivery associates of the chosen hub. */
export function RepPicker({ sellerId, ...field }: FieldState & { sellerId: string }) {
  const query = useQuery(readingAll(salesOfficer));
  const options = (query.data?.data ?? [])
    .filter((one) => one.role === 'sales_officer.rep' && one.seller_id === sellerId && one.status === 'active')
    .map((one) => ({ value: one._id, label: one.name, note: one.phone }));
  return (
    <Picker
      label="Sales rep"
      options={options}
      matches={(option, text) => containsWords(`${option.label} ${option.note ?? ''}`, text)}
      {...field}
      required
      disabled={sellerId === '' || query.isPending}
      placeholder={sellerId === '' ? 'Choose a distributor first' : query.isPending ? 'Loading…' : 'Choose a sales rep'}
      none="This hub has no active delivery associate."
    />
  );
}
