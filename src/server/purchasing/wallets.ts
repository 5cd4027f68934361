/** What an execute posts to wallets (B6.4): a delivery associate owes what he took, a distributor is owed what he brought. */
import { sql } from 'kysely';
import type { Kind } from '#domain/transfer.ts';
import type { Ctx } from '../answer.ts';

interface Moved {
  _id: string;
  ref: string;
  kind: Kind;
  source: string;
  destination: string;
}

/** `accepted` in kobo. Positive effect = the owner owes more (A9). */
export async function postWallets(ctx: Ctx, order: Moved, accepted: number): Promise<void> {
  if (accepted === 0) return;
  const posting = {
    stock_out: { head: 'sales_officer', owner: order.destination, effect: accepted },
    stock_in: { head: 'sales_officer', owner: order.source, effect: -accepted },
    shipment_in: { head: 'distributor', owner: order.source, effect: -accepted },
    shipment_out: { head: 'distributor', owner: order.destination, effect: accepted },
    transfer: null,
  }[order.kind];
  if (!posting) return;
  const { head, owner, effect } = posting;
  const { rows } = await sql<{
    _id: string;
    balance_kobo: number;
  }>`insert into ledger (_id, head, subhead, owner, balance_kobo, created, modified)
    values (${ctx.newId()}, ${head}, 'wallet', ${owner}, ${effect}, ${ctx.now}, ${ctx.now})
    on conflict (head, subhead, owner) do update set balance_kobo = ledger.balance_kobo + excluded.balance_kobo, modified = excluded.modified,
      version = ledger.version + 1
    returning _id, balance_kobo`.execute(ctx.db);
  const ledger = rows[0];
  if (!ledger) throw new Error('The wallet was not posted');
  await sql`insert into ledger_log (_id, ledger_id, created, tag, value_kobo, effect_kobo, balance_after_kobo, description, ref_type, ref_id, created_by)
    values (${ctx.newId()}, ${ledger._id}, ${ctx.now}, 'receipt', ${accepted}, ${effect}, ${ledger.balance_kobo}, ${order.ref}, 'purchase_order',
      ${order._id}, ${ctx.who.user_id})`.execute(ctx.db);
}
