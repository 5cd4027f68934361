/** A reversal as calls show it. */
import { sql } from 'kysely';
import type { Reversal } from '#contract/purchasing/purchaseOrder.ts';
import { formatMoney } from '#domain/money.ts';
import type { Db } from '../../db/open.ts';

const nameOf = (column: string) =>
  sql`case when ${sql.ref(column)} is null then null else json_build_object('_id', ${sql.ref(column)},
    'name', coalesce((select name from user_account where _id = ${sql.ref(column)}), ${sql.ref(column)})) end`;
const linkTo = (column: string) =>
  sql`(select json_build_object('_id', o._id, 'ref', o.ref) from purchase_order o where o._id = ${sql.ref(column)})`;

/** The reversal `v` as JSON; the amount is kobo. */
export const reversalJson = sql`json_build_object('_id', v._id, 'status', v.status, 'reason', v.reason, 'amount', v.amount_kobo,
  'asked_at', v.created, 'asked_by', ${nameOf('v.created_by')}, 'decided_at', v.decided_at, 'decided_by', ${nameOf('v.decided_by')},
  'note', v.decided_note, 'receipt', ${linkTo('v.receipt_id')}, 'order', ${linkTo('v.order_id')})`;

/** Throws where the reversal was not stored. */
export async function readReversal(db: Db, id: string): Promise<Reversal> {
  const { rows } = await sql<{ found: Omit<Reversal, 'amount'> & { amount: number } }>`select ${reversalJson} as found
    from reversal v where v._id = ${id}`.execute(db);
  const found = rows[0]?.found;
  if (!found) throw new Error('The reversal was not stored');
  return { ...found, amount: formatMoney(found.amount) };
}
