/** The products that may stand on a line as what a picker chooses from, found at every key (performance goal 8). */
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
  own: ({ product: { name, barcode_unit, barcode_case } }) =>
    [name, barcode_unit, barcode_case].filter(Boolean).join(' '),
  alike: ({ product: { brand, manufacturer } }) => `${brand.name} ${manufacturer.name}`,
};

/** `present`: ids of the products that stand on a line already; `noteOf` of the picker says the rest, row by row. */
export const usePickableSource = (
  products: LongRows<Pickable>,
  present: ReadonlySet<string>,
): OptionSource<PickableOption> => useOptionSource(products, AS_OPTIONS, present);
