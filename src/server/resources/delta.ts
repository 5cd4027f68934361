/** The position of a reader in a delta (API.md 1.5, `since=`). */
import type { Ctx } from '../calls/handler.ts';
import { Refusal } from '../calls/refusal.ts';
import { oldestTransaction } from '../db/runningTransactions.ts';

/**
 * The least lag of `as_of` in seconds: for clock differences between servers, and for the moment between the begin of a transaction and its
 * registration.
 */
const LAG = 5;

const NUMBER = /^\d{1,12}$/;

export interface Place {
  /** The last row returned, by (modified, _id); null on the first page. */
  readonly after: { readonly at: number; readonly id: string } | null;
  /** The `since` of the reader's next delta. */
  readonly asOf: number;
}

/**
 * Returns the position; must be called before the rows are read. All pages of one delta share the `as_of` of the first, because a running transaction
 * may commit rows below a page that was already read.
 */
export async function placeOf(after: unknown, ctx: Ctx): Promise<Place> {
  const [at = '', id = '', carried = ''] = typeof after === 'string' ? after.split('~') : [];
  if (after !== undefined && !NUMBER.test(at)) throw new Refusal('bad_request', 'Field after is not valid.');
  // A `next` value of an earlier release has no `as_of`.
  const known = NUMBER.test(carried) ? Number(carried) : await oldestTransaction(ctx.database, ctx.db, ctx.now);
  return { after: after === undefined ? null : { at: Number(at), id }, asOf: Math.min(ctx.now - LAG, known) };
}

/** Returns `next` for a page that ends with this row. */
export const nextAfter = ({ asOf }: Place, at: number, id: string): string => `${at}~${id}~${asOf}`;
