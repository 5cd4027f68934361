import { deposit, depositTo } from '#contract/wallet/depositCalls.ts';
import type { WalletHead } from '#contract/wallet/walletCalls.ts';
import { depositErrors } from '#domain/deposit.ts';
import { formatMoney } from '#domain/money.ts';
import { type Ctx, type Handler, handle } from '../calls/handler.ts';
import { invalid, notFound } from '../calls/refusal.ts';
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
];
