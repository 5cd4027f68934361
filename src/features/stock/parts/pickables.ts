/** The products for a line as options of a picker, searched at every key (performance goal 8). */
import type { LongRows } from '#client/reads/longRows.ts';
import type { Pickable } from '#contract/stock/stockCalls.ts';
import type { PickerOption } from '#ui/fields/options.ts';
import type { OptionSource } from '#ui/fields/Picker.tsx';
import { type OptionsOf, useOptionSource } from '#ui/fields/useOptionSource.ts';

export interface PickableOption extends PickerOption {
  one: Pickable;
}

const AS_OPTIONS: OptionsOf<Pickable, PickableOption> = {
  option: (one) => ({ value: one.product._id, label: one.product.name, one }),
  own: ({ product: { name } }) => name,
  codes: ({ product: { barcode_unit, barcode_case } }) => [barcode_unit, barcode_case].filter(Boolean).join(' '),
  alike: ({ product: { brand, manufacturer } }) => `${brand.name} ${manufacturer.name}`,
};

/**
 * `present`: the ids of products that are on a line already. They are not offered, but typed words find them. The picker's `noteOf` gives the note of each
 * row.
 */
export const usePickableSource = (
  products: LongRows<Pickable>,
  present: ReadonlySet<string>,
): OptionSource<PickableOption> => useOptionSource(products, AS_OPTIONS, present, true);
