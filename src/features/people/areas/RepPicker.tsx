import { useQuery } from '@tanstack/react-query';
import { allQuery } from '#client/reads/queries.ts';
import { salesOfficer } from '#contract/people/salesOfficer.ts';
import type { FieldState } from '#crud/form/useForm.ts';
import { choiceState } from '#crud/query/choiceState.tsx';
import { shownPhone } from '#domain/phone.ts';
import { containsWords } from '#domain/text.ts';
import { Picker } from '#ui/fields/Picker.tsx';
import { whatIsStored } from '../person.tsx';

/** The active delivery associates of the chosen hub (AREA-12, A25). */
export function RepPicker({
  sellerId,
  stored,
  ...field
}: FieldState & { sellerId: string; stored?: { _id: string; name: string } | null | undefined }) {
  const query = useQuery(allQuery(salesOfficer));
  const options = (query.data?.data ?? [])
    .filter((one) => one.role === 'sales_officer.rep' && one.seller_id === sellerId && one.status === 'active')
    .map((one) => ({ value: one._id, label: one.name, note: shownPhone(one.phone) }));
  return (
    <Picker
      label="Sales rep"
      options={query.data ? options : whatIsStored(stored)}
      matches={(option, text) => containsWords(`${option.label} ${option.note ?? ''}`, text)}
      {...field}
      required
      disabled={sellerId === ''}
      placeholder={sellerId === '' ? 'Choose a distributor first' : 'Choose a sales rep'}
      none="This hub has no active delivery associate."
      {...(sellerId === '' ? {} : choiceState(query))}
    />
  );
}
