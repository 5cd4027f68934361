import { PER_MODEL, searchEverywhere } from '#contract/search/searchCalls.ts';
import { type FoundRecord, foundOf } from '#domain/found.ts';
import { mayCall } from '../auth/mayCall.ts';
import { type Ctx, type Handler, handle } from '../calls/handler.ts';
import { findRows } from '../resources/find.ts';
import type { Resource } from '../resources/resource.ts';

/** With fewer results than this, words with a slip of the fingers are looked for too. */
const FEW = 3;

/** Searches every listed model that the caller may view, under the model's own scope. Each model gives its best rows first. */
export function searchHandler(views: readonly Resource[]): Handler {
  const found = async (query: string, ctx: Ctx, slips: boolean): Promise<FoundRecord[]> => {
    const all: FoundRecord[] = [];
    for (const view of views) {
      if (!view.model.generic.includes('read_all') || !mayCall(view.model.needs.view, ctx.who)) continue;
      const rows = await findRows(view, query, PER_MODEL, ctx, slips);
      all.push(...rows.flatMap((row) => foundOf(view.model.name, row) ?? []));
    }
    return all;
  };
  return handle(searchEverywhere, async ({ query }, ctx) => {
    const exact = await found(query, ctx, false);
    if (exact.length >= FEW) return exact;
    const known = new Set(exact.map(({ _id }) => _id));
    return [...exact, ...(await found(query, ctx, true)).filter(({ _id }) => !known.has(_id))];
  });
}
