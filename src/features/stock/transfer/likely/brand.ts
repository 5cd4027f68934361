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
