/** What a small place says of a product: names alone do not tell two brands of the same goods apart. */
import type { Pickable } from '#contract/stock/stockCalls.ts';
import { searchable } from '#domain/text.ts';

type Product = Pick<Pickable['product'], 'name'> & { brand: { name: string } };

/** The brand where the name does not have it; '' where it does. */
export const brandBeside = ({ name, brand }: Product): string =>
  searchable(name).includes(searchable(brand.name)) ? '' : brand.name;

/** The name under its brand: without the brand that it begins with. */
export const nameBelow = ({ name, brand }: Product): string =>
  name.startsWith(`${brand.name} `) ? name.slice(brand.name.length + 1) : name;

/** "400 g", "1.5L", "100s" at an end of a name: how much is in a pack. In the middle it belongs to what stands around it. */
const AMOUNT = '\\d+(?:[.,]\\d+)?\\s?(?:kg|gr?|mg|cl|ml|l|ltr|lt|s|pcs)';
const AT_END = new RegExp(`(?<=\\s)(?:[-–] )?${AMOUNT}$`, 'i');
const SIZE = new RegExp(`^(${AMOUNT})(?=\\s|$)|(?<=^|\\s)(${AMOUNT})$`, 'i');

/** What tells two packs of one brand apart, for a small place: the flavour, and the size apart from it, because that is last and would be cut. */
export function variantOf(product: Product): { what: string; size: string } {
  const below = nameBelow(product);
  const { brand } = product;
  // The brand is beside the picture, wherever the name has it.
  const name = below.endsWith(` ${brand.name}`) ? below.slice(0, -brand.name.length - 1) : below;
  const size = SIZE.exec(name)?.[0] ?? '';
  const what = name.replace(size, '').trim();
  // One word alone ("Classic", "Tea") does not say which goods these are: then the brand stays with it.
  return { what: /\s/.test(what) ? what : product.name.replace(size, '').trim() || name, size };
}

/**
 * "Peak Milk Tin " and "400 g": a name apart from the size at its end. `end`: the end of the name as it is written ("- 1000ml"), so that both together are
 * the name. '' and '' where it has no size.
 */
export function sizeLast(name: string): { before: string; end: string; size: string } {
  const end = AT_END.exec(name)?.[0] ?? '';
  return { before: name.slice(0, name.length - end.length), end, size: end.replace(/^[-–] /, '') };
}
