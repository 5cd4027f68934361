/** The list of the open transfers of a kind, and the lines of each. The first screen reads them, and a tablet prepares them. */
import { oneQuery, pageQuery } from '#client/reads/queries.ts';
import { purchaseOrder } from '#contract/purchasing/purchaseOrder.ts';
import type { KindFacts } from '#domain/transfer.ts';

/** The most rows of the server's list. */
export const MOST_CARDS = 24;

export const expectedQuery = (kind: KindFacts) =>
  pageQuery(purchaseOrder, {
    tag: 'purchase_order',
    kind: kind.kind,
    page: '1',
    per_page: String(MOST_CARDS),
    sort: '-timestamp',
  });

/** One of these transfers with its lines. */
export const linesQuery = (id: string) => oneQuery(purchaseOrder, id);
