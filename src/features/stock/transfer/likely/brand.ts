/** The short texts of a product for small places. The name alone may not distinguish the same goods of two brands. */
import type { Pickable } from '#contract/stock/stockCalls.ts';
import { searchable } from '#domain/text.ts';

type Product = Pick<Pickable['product'], 'name'> & { brand: { name: string } };

/** The brand, if the name does not contain it. Otherwise ''. */
export const brandBeside = ({ name, brand }: Product): string =>
  searchable(name).includes(searchable(brand.name)) ? '' : brand.name;

/** The name without the brand at its beginning, for a place below the brand. */
export const nameBelow = ({ name, brand }: Product): string =>
  name.startsWith(`${brand.name} `) ? name.slice(brand.name.length + 1) : name;

/** The size of a pack at an end of a name: "400 g", "1.5L", "100s". In the middle of a name such a text belongs to the words around it. */
const AMOUNT = '\\d+(?:[.,]\\d+)?\\s?(?:kg|gr?|mg|cl|ml|l|ltr|lt|s|pcs)';
const AT_END = new RegExp(`(?<=\\s)(?:[-–] )?${AMOUNT}$`, 'i');
const SIZE = new RegExp(`^(${AMOUNT})(?=\\s|$)|(?<=^|\\s)(${AMOUNT})$`, 'i');

/**
 * What distinguishes two packs of one brand, for a small place: the variant and the size. They are separate, because a size at the end of the name
 * would be cut.
 */
export function variantOf(product: Product): { what: string; size: string } {
  const below = nameBelow(product);
  const { brand } = product;
  // The brand is shown beside the picture, so it is removed from the name.
  const name = below.endsWith(` ${brand.name}`) ? below.slice(0, -brand.name.length - 1) : below;
  const size = SIZE.exec(name)?.[0] ?? '';
  const what = name.replace(size, '').trim();
  // A single word ("Classic", "Tea") does not say what the goods are, so the brand stays.
  return { what: /\s/.test(what) ? what : product.name.replace(size, '').trim() || name, size };
}

/**
 * "Peak Milk Tin " and "400 g": a name and the size at its end. `end`: the end of the name as written ("- 1000ml"), so that `before` and `end`
 * together are the name. Both '' if the name has no size at its end.
 */
export function sizeLast(name: string): { before: string; end: string; size: string } {
  const end = AT_END.exec(name)?.[0] ?? '';
  return { before: name.slice(0, name.length - end.length), end, size: end.replace(/^[-–] /, '') };
}
