/** The products that may stand on a line as options of a picker, found at every key (performance goal 8). */
import { useCallback, useMemo } from 'react';
import type { Pickable } from '#contract/stock/stockCalls.ts';
import type { PickerOption } from '#ui/Picker.tsx';
import { useFinder } from '#ui/useFinder.ts';

/** `present`: ids of the products that stand on a line already; `noteOf` of the picker says the rest, row by row. */
export function usePickableOptions(products: readonly Pickable[], present: ReadonlySet<string>) {
  const left = useMemo(() => products.filter((one) => !present.has(one.product._id)), [products, present]);
  const options = useMemo(() => left.map(optionOf), [left]);
  const among = useFinder(left, wordsOf);
  const find = useCallback((text: string) => among(text).map(optionOf), [among]);
  return { options, find };
}

/** One option per product, the same each time: what is typed must not make ten thousand new ones. */
const made = new WeakMap<Pickable, PickerOption>();
function optionOf(one: Pickable): PickerOption {
  const known = made.get(one);
  if (known) return known;
  const option = { value: one.product._id, label: one.product.name };
  made.set(one, option);
  return option;
}

const wordsOf = ({ product }: Pickable) =>
  `${product.name} ${product.brand.name} ${product.manufacturer.name} ${product.barcode_unit ?? ''} ${product.barcode_case ?? ''}`;
