/** Where the reader of a delta stands (API.md 1.5, `since=`). */
import type { Ctx } from '../calls/handler.ts';
import { Refusal } from '../calls/refusal.ts';
import { oldest } from '../db/underWay.ts';

/** Seconds by which `as_of` lags at least: two servers' clocks, and the moment between a transaction's beginning and its being known. */
const LAG = 5;

const NUMBER = /^\d{1,12}$/;

export interface Place {
  /** The last row that was told, by (modified, _id); null on the first page. */
  readonly after: { readonly at: number; readonly id: string } | null;
  /** From where the reader goes on next time. */
  readonly asOf: number;
}

/**
 * To be asked before the rows are read. The pages of one delta have the first one's `as_of`: what was under way then may end below a page that was
 * read already.
 */
export async function placeOf(after: unknown, ctx: Ctx): Promise<Place> {
  const [at = '', id = '', carried = ''] = typeof after === 'string' ? after.split('~') : [];
  if (after !== undefined && !NUMBER.test(at)) throw new Refusal('bad_request', 'Field after is not valid.');
  // What an earlier release told as `next` carries none.
  const known = NUMBER.test(carried) ? Number(carried) : await oldest(ctx.database, ctx.db, ctx.now);
  return { after: after === undefined ? null : { at: Number(at), id }, asOf: Math.min(ctx.now - LAG, known) };
}

/** `next` of a page that ends with this row. */
export const nextAfter = ({ asOf }: Place, at: number, id: string): string => `${at}~${id}~${asOf}`;
