/** Options of the pickers that several features share (UI-11): loaded once and kept for offline use (B10.4). */
import { useQuery } from '@tanstack/react-query';
import { allQuery } from '#client/reads/queries.ts';
import { manufacturer } from '#contract/catalogue/manufacturer.ts';
import { containsWords } from '#domain/text.ts';
import type { PickerOption } from '#ui/fields/options.ts';

/** Manufacturers as options. Inactive ones are offered only if they are already chosen (B8.13). */
export function useManufacturerOptions(chosen: readonly string[] = []) {
  const query = useQuery(allQuery(manufacturer));
  const options = (query.data?.data ?? [])
    .filter((row) => row.status === 'active' || chosen.includes(row._id))
    .map((row) => ({ value: row._id, label: row.name }));
  return { options, query };
}

/** Whether a typed text finds an option; it matches like the server's search. */
export const byLabel = (option: PickerOption, text: string) =>
  containsWords(`${option.label} ${option.note ?? ''}`, text);
