/** The list of the transfers of a kind that are not completed, and the lines of each: what the first screen reads, and what a tablet prepares. */
import { oneQuery, pageQuery } from '#client/reads/queries.ts';
import { purchaseOrder } from '#contract/purchasing/purchaseOrder.ts';
import type { KindFacts } from '#domain/transfer.ts';

/** The most cards of the server's list. */
export const MOST_CARDS = 24;

export const expectedQuery = (kind: KindFacts) =>
  pageQuery(purchaseOrder, {
    tag: 'purchase_order',
    kind: kind.kind,
    page: '1',
    per_page: String(MOST_CARDS),
    sort: '-timestamp',
  });

/** One of them with its lines, as the desk reads it. */
export const linesQuery = (id: string) => oneQuery(purchaseOrder, id);
