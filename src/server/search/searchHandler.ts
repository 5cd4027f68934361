import { PER_MODEL, searchEverywhere } from '#contract/search/searchCalls.ts';
import { type FoundRecord, foundOf } from '#domain/found.ts';
import { mayAsk } from '../auth/mayAsk.ts';
import { type Handler, handle } from '../calls/handler.ts';
import { listRows } from '../resources/list.ts';
import type { Resource } from '../resources/resource.ts';

/** Searches every listed model that the caller may view, under the model's own scope, search words and order. */
export function searchHandler(views: readonly Resource[]): Handler {
  return handle(searchEverywhere, async ({ query }, ctx) => {
    const found: FoundRecord[] = [];
    for (const view of views) {
      if (!view.model.generic.includes('read_all') || !mayAsk(view.model.needs.view, ctx.who)) continue;
      const { rows } = (await listRows(view, { search: query, page: '1', per_page: String(PER_MODEL) }, ctx)) as {
        rows: Record<string, unknown>[];
      };
      found.push(...rows.flatMap((row) => foundOf(view.model.name, row) ?? []));
    }
    return found;
  });
}
