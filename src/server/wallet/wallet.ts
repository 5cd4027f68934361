/** The wallet columns of an owner's row, and postings to wallets. A positive balance means that the owner owes the operator (A9, B6.2). */
import { type RawBuilder, sql } from 'kysely';
import type { WalletHead } from '#contract/wallet/walletCalls.ts';
import { formatMoney } from '#domain/money.ts';
import type { Ctx } from '../calls/handler.ts';
import type { Row } from '../db/tables.ts';
import { announce } from '../events/announce.ts';
import { logTimeIn } from '../logTime.ts';
import type { StoredRow } from '../resources/resource.ts';

/** Joins the owner's wallet as `wallet`. An owner has no wallet before its first use (B6.1). */
export const walletJoin = (head: WalletHead): RawBuilder<unknown> =>
  sql`left join ledger wallet on wallet.head = ${sql.lit(head)} and wallet.subhead = 'wallet' and wallet.owner = m._id`;

/** The column `ledgers`, in kobo. `shownBalance` turns it into the response. */
export const walletColumn = sql`json_build_object('_id', coalesce(wallet._id, ''), 'balance', coalesce(wallet.balance_kobo, 0))`;

/** `ledgers` in naira as stored, and the shown balance with the opposite sign under the given name: minus means that the owner owes. */
export function shownBalance(row: StoredRow, name: 'wallet_balance' | 'outstanding'): StoredRow {
  const wallet = row.ledgers as { _id: string; balance: number };
  return {
    ledgers: { wallet: { _id: wallet._id, balance: formatMoney(wallet.balance) } },
    [name]: formatMoney(wallet.balance === 0 ? 0 : -wallet.balance),
  };
}

export interface WalletPosting {
  head: WalletHead;
  owner: string;
  tag: string;
  /** Kobo, as entered (B6.3). */
  value: number;
  /** Kobo. Positive means that the owner owes more. */
  effect: number;
  description: string;
  /** `ledger_log`: the row takes back the one of `ref_id`. */
  ref_type?: 'order_group' | 'purchase_order' | 'ledger_log';
  ref_id?: string;
}

/**
 * Whether a posting is money that came in, or a correction of it: a deposit, a credit of the bank, a deposit that is taken back, or the payment of an order in
 * the retailer's wallet. What an order or a receipt costs is none, nor is the cash of an order that its associate now holds.
 */
const isPayment = ({ head, tag, ref_type }: WalletPosting): boolean =>
  ref_type === 'order_group' ? head === 'buyer' && tag !== 'order' : ref_type !== 'purchase_order';

/** Posts to a wallet and creates the wallet on first use. Writes one log row, which never changes, and returns its id. */
export async function postToWallet(ctx: Ctx, posting: WalletPosting): Promise<string> {
  const { head, owner, tag, value, effect, description, ref_type = null, ref_id = null } = posting;
  const { rows } = await sql<
    Pick<Row<'ledger'>, '_id' | 'balance_kobo' | 'modified'>
  >`insert into ledger (_id, head, subhead, owner, balance_kobo, created, modified)
    values (${ctx.newId()}, ${head}, 'wallet', ${owner}, ${effect}, ${ctx.now}, ${ctx.now})
    on conflict (head, subhead, owner) do update set balance_kobo = ledger.balance_kobo + excluded.balance_kobo,
      modified = ${logTimeIn(sql`excluded.modified`, sql`ledger.modified`)}, version = ledger.version + 1
    returning _id, balance_kobo, modified`.execute(ctx.db);
  const ledger = rows[0];
  if (!ledger) throw new Error('The wallet was not posted');
  const logId = ctx.newId();
  await ctx.db
    .insertInto('ledger_log')
    .values({
      _id: logId,
      ledger_id: ledger._id,
      created: ledger.modified,
      tag,
      value_kobo: value,
      effect_kobo: effect,
      balance_after_kobo: ledger.balance_kobo,
      description,
      ref_type,
      ref_id,
      created_by: ctx.who.user_id,
    })
    .execute();
  if (isPayment(posting))
    await announce(ctx, 'payment.recorded', () => ({
      ledger_log: { _id: logId, ledger_id: ledger._id, tag, value: formatMoney(value) },
      owner: { type: head, _id: owner },
      order_group_id: ref_type === 'order_group' ? ref_id : null,
      takes_back: ref_type === 'ledger_log' ? ref_id : null,
    }));
  return logId;
}
