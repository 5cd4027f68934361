/** Handles the bank's request about a credit: checks its signature and posts it once, or stores it for a person. */
import { sql } from 'kysely';
import type { ErrorWord } from '#contract/envelope.ts';
import { KEPT_WORDS, type KeptReason } from '#domain/bankKept.ts';
import type { Ctx } from '../calls/handler.ts';
import { Refusal } from '../calls/refusal.ts';
import { SIGNED_WINDOW, type SignedCall } from '../calls/signedCall.ts';
import type { BankProvider } from './bank.ts';
import { storeUnpostedCredit, takeCredit } from './bankCredits.ts';

const WORDS: Readonly<Record<KeptReason, ErrorWord>> = {
  wrong_signature: 'unauthorized',
  too_old: 'unauthorized',
  replayed: 'conflict',
  out_of_order: 'conflict',
  differs: 'conflict',
  unknown_account: 'not_found',
  not_readable: 'bad_request',
};

/**
 * Runs in one transaction. Refusals are returned and not thrown, so that the stored record is committed. A stranger learns only that the signature is
 * wrong.
 */
export async function bankCalled(
  ctx: Ctx,
  bank: BankProvider,
  call: SignedCall,
): Promise<Refusal | { outcome: 'posted' | 'known' }> {
  const read = bank.readCredit(call, ctx.now);
  const keep = async (reason: KeptReason, credit: Parameters<typeof storeUnpostedCredit>[1]['credit']) => {
    await storeUnpostedCredit(ctx, { provider: bank.name, source: 'call', reason, credit, body: call.body });
    return new Refusal(WORDS[reason], KEPT_WORDS[reason].what);
  };
  if (!read.ok) return keep(read.wrong, read.credit);
  const { credit } = read;
  if (await cameBefore(ctx, call.signature ?? '')) return keep('replayed', credit);
  const taken = await takeCredit(ctx, credit, { provider: bank.name, source: 'call' });
  if (taken.outcome === 'posted' || taken.outcome === 'known') return { outcome: taken.outcome };
  return keep(taken.outcome, credit);
}

/** Seconds to remember a request. Twice the time a request stays valid, so that different clocks leave no gap. */
const KEPT_FOR = 4 * SIGNED_WINDOW;

async function cameBefore(ctx: Ctx, signature: string): Promise<boolean> {
  await ctx.db
    .deleteFrom('bank_call')
    .where('created', '<', ctx.now - KEPT_FOR)
    .execute();
  const { rows } = await sql`insert into bank_call (print, created) values (${signature}, ${ctx.now})
    on conflict (print) do nothing returning 1`.execute(ctx.db);
  return rows.length === 0;
}
