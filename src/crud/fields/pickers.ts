/** Options of the pickers that several areas share (UI-11): read once, kept for offline (B10.4). */
import { useQuery } from '@tanstack/react-query';
import { allQuery } from '#client/reads/queries.ts';
import { manufacturer } from '#contract/catalogue/manufacturer.ts';
import { containsWords } from '#domain/text.ts';
import type { PickerOption } from '#ui/fields/options.ts';

/** Options by name. Inactive ones are offered only where they are chosen already (B8.13). */
export function useManufacturerOptions(chosen: readonly string[] = []) {
  const query = useQuery(allQuery(manufacturer));
  const options = (query.data?.data ?? [])
    .filter((row) => row.status === 'active' || chosen.includes(row._id))
    .map((row) => ({ value: row._id, label: row.name }));
  return { options, query };
}

/** How a typed text finds an option of a picker: as the server's search does. */
export const byLabel = (option: PickerOption, text: string) =>
  containsWords(`${option.label} ${option.note ?? ''}`, text);
