import { sql } from 'kysely';
import { deposit, depositTo, takeBackDeposit } from '#contract/wallet/depositCalls.ts';
import type { WalletHead } from '#contract/wallet/walletCalls.ts';
import { depositErrors } from '#domain/deposit.ts';
import { formatMoney } from '#domain/money.ts';
import { type Ctx, type Handler, handle } from '../calls/handler.ts';
import { invalid, notFound, Refusal } from '../calls/refusal.ts';
import { ownerOf, walletById } from './owner.ts';
import { postToWallet } from './wallet.ts';

interface Sent {
  value: number;
  description: string;
  tag: string;
}

function checkDeposit(sent: Sent): void {
  const errors = depositErrors(sent);
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

async function post(ctx: Ctx, head: WalletHead, owner: string, { value, description, tag }: Sent): Promise<string> {
  const who = await ownerOf(ctx, head, owner);
  const id = await postToWallet(ctx, { head, owner, tag, value, effect: -value, description });
  await ctx.audit({
    action: 'deposit',
    model: 'ledger',
    record_id: owner,
    record_label: who.name,
    after: { tag, value: formatMoney(value), description },
  });
  ctx.setMessage('Deposit successful.');
  return id;
}

interface Taken {
  tag: string;
  value_kobo: number;
  ref_type: string | null;
  ledger_id: string;
  is_back: boolean;
}

/** Posts the reverse of a deposit, once. A posting of an order or a purchase order follows its record and is changed there. */
async function takeBack(ctx: Ctx, id: string, reason: string): Promise<string> {
  // The wallet is locked, so that two people cannot reverse one deposit at once.
  await sql`select 1 from ledger where _id = (select ledger_id from ledger_log where _id = ${id}) for update`.execute(
    ctx.db,
  );
  const { rows } = await sql<Taken>`select l.tag, l.value_kobo, l.ref_type, l.ledger_id,
      exists (select 1 from ledger_log back where back.ref_type = 'ledger_log' and back.ref_id = l._id) as is_back
    from ledger_log l where l._id = ${id}`.execute(ctx.db);
  const [log] = rows;
  const wallet = log && (await walletById(ctx, log.ledger_id));
  if (!log || !wallet) throw notFound('Deposit');
  const who = await ownerOf(ctx, wallet.head, wallet.owner);
  if (log.ref_type === 'ledger_log')
    throw new Refusal('bad_transition', 'This entry takes a deposit back. Record a new deposit instead.');
  if (log.ref_type === 'purchase_order')
    throw new Refusal('bad_transition', 'A purchase order posted this entry. Create the opposite transfer instead.');
  if (log.ref_type !== null)
    throw new Refusal('bad_transition', 'An order posted this entry. Change the payment in the order.');
  if (log.is_back) throw new Refusal('duplicate', 'This deposit was taken back already.');
  const value = 0 - log.value_kobo;
  const posted = await postToWallet(ctx, {
    ...wallet,
    tag: log.tag,
    value,
    effect: -value,
    description: `Taken back: ${reason}`,
    ref_type: 'ledger_log',
    ref_id: id,
  });
  await ctx.audit({
    action: 'take_back',
    model: 'ledger',
    record_id: wallet.owner,
    record_label: who.name,
    after: { tag: log.tag, value: formatMoney(value), description: reason },
  });
  ctx.setMessage('Deposit taken back.');
  return posted;
}

export const depositHandlers: Handler[] = [
  handle(deposit, async ({ ledger_id, ...sent }, ctx) => {
    checkDeposit(sent);
    const ledger = await walletById(ctx, ledger_id);
    if (!ledger) throw notFound('Ledger');
    return post(ctx, ledger.head, ledger.owner, sent);
  }),
  handle(depositTo, async ({ head, owner, ...sent }, ctx) => {
    checkDeposit(sent);
    return post(ctx, head, owner, sent);
  }),
  handle(takeBackDeposit, ({ _id, reason }, ctx) => takeBack(ctx, _id, reason)),
];
