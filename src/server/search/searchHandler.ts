import { PER_MODEL, searchEverywhere } from '#contract/search/searchCalls.ts';
import { type FoundRecord, foundOf } from '#domain/found.ts';
import { inTwo } from '#domain/slips.ts';
import { mayCall } from '../auth/mayCall.ts';
import { type Ctx, type Handler, handle } from '../calls/handler.ts';
import { findRows } from '../resources/find.ts';
import type { Resource } from '../resources/resource.ts';

/** With fewer results than this, words with a slip of the fingers are looked for too. */
const FEW = 3;
/** The most products and the most warehouses for words that name one of each. */
const MOST_OF_TWO = 3;

/** Searches every listed model that the caller may view, under the model's own scope. Each model gives its best rows first. */
export function searchHandler(views: readonly Resource[]): Handler {
  const found = async (query: string, ctx: Ctx, slips: boolean): Promise<FoundRecord[]> => {
    const shown = views.filter(({ model }) => model.generic.includes('read_all') && mayCall(model.needs.view, ctx.who));
    // The database is asked about all models at once, so that a search costs one round trip and not one for each model.
    const answers = await Promise.all(shown.map((view) => findRows(view, query, PER_MODEL, ctx, slips)));
    const all = shown.flatMap(({ model }, at) => {
      const { rows, total } = answers[at] ?? { rows: [], total: null };
      const more = total !== null && total > rows.length ? { total } : {};
      return rows.flatMap((row) => {
        const one = foundOf(model.name, row, query);
        return one ? { ...one, ...more } : [];
      });
    });
    return all;
  };
  const few = async (model: string, query: string, ctx: Ctx): Promise<FoundRecord[]> => {
    const view = views.find((one) => one.model.name === model);
    if (!view || !mayCall(view.model.needs.view, ctx.who)) return [];
    for (const slips of [false, true]) {
      const { rows } = await findRows(view, query, MOST_OF_TWO, ctx, slips);
      if (rows.length > 0) return rows.flatMap((row) => foundOf(model, row, query) ?? []);
    }
    return [];
  };
  /** A product and a warehouse that the words name together: "milo wuse". There are few warehouses, so they are looked for first. */
  const together = async (query: string, ctx: Ctx): Promise<FoundRecord[]> => {
    for (const [goods, place] of inTwo(query)) {
      const places = await few('warehouse', place, ctx);
      const products = places.length > 0 ? await few('product', goods, ctx) : [];
      if (products.length > 0) return [...products, ...places];
    }
    return [];
  };
  return handle(searchEverywhere, async ({ query }, ctx) => {
    const exact = await found(query, ctx, false);
    if (exact.length >= FEW) return exact;
    const known = new Set(exact.map(({ _id }) => _id));
    const all = [...exact, ...(await found(query, ctx, true)).filter(({ _id }) => !known.has(_id))];
    return all.length > 0 ? all : together(query, ctx);
  });
}
