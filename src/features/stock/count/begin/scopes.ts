/** What a stocktake may cover, in words, and the choices that the goods of a hub give. */
import type { Pickable } from '#contract/stock/stockCalls.ts';
import { compareNames } from '#domain/nameOrder.ts';
import { plural } from '#domain/plural.ts';
import { PROPOSED_PRODUCTS, type StocktakeScope } from '#domain/stocktake.ts';

export const SCOPE_WORDS: Readonly<Record<StocktakeScope, { title: string; note: string }>> = {
  all: { title: 'All products', note: 'Everything in the books there' },
  moved: { title: `${PROPOSED_PRODUCTS} that moved most`, note: 'Of the last 28 days' },
  plan: { title: "Today's plan", note: 'Goods of the highest value that were not counted for the longest time' },
  manufacturer: { title: 'A manufacturer', note: 'Everything in stock of one manufacturer' },
  brand: { title: 'A brand', note: 'Everything in stock of one brand' },
  list: { title: 'A list', note: 'The products that you choose' },
};

/** The scopes in the order in which the form offers them. */
export const SCOPE_ORDER = [
  'all',
  'moved',
  'plan',
  'manufacturer',
  'brand',
  'list',
] as const satisfies StocktakeScope[];

/** Scopes that are chosen from the goods of the hub. This tablet must know these goods. */
export const NEEDS_GOODS: ReadonlySet<StocktakeScope> = new Set(['manufacturer', 'brand', 'list']);

export interface NamedChoice {
  value: string;
  label: string;
}

/** The makers or brands of these goods, or the goods themselves, sorted by name. */
export function choicesOf(scope: StocktakeScope, goods: readonly Pickable[]): NamedChoice[] {
  const named = goods.map(({ product }) =>
    scope === 'manufacturer' ? product.manufacturer : scope === 'brand' ? product.brand : product,
  );
  return [...new Map(named.map(({ _id, name }) => [_id, name]))]
    .map(([value, label]) => ({ value, label }))
    .sort((a, b) => compareNames(a.label, b.label));
}

/** The name that the server will give the scope: "Dangote", "List of 3 products". */
export function scopeName(scope: StocktakeScope, chosen: readonly NamedChoice[]): string {
  if (scope === 'list') return plural(chosen.length, 'List of # product', 'List of # products');
  return NEEDS_GOODS.has(scope) ? (chosen[0]?.label ?? '') : SCOPE_WORDS[scope].title;
}
