/** The door to the bank that opens virtual accounts and tells of credits (B9.3). Screens and calls never know which adapter stands behind it. */
import type { WalletHead } from '#contract/wallet/walletCalls.ts';
import { readSigned, type SignedCall } from '../calls/signedCall.ts';
import { type BankCredit, readCreditBody } from './creditBody.ts';

export interface AccountRequest {
  /** Ours, the same at every try: a bank that opened it already answers that account. */
  owner: { type: WalletHead; id: string };
  first_name: string;
  last_name: string;
  bvn: string;
}

export interface OpenedAccount {
  account_number: string;
  account_name: string;
  bank: { code: string; name: string };
}

/** The bank's own "no", in words for the person who asked; anything else that is thrown means that no answer came. */
export class BankRefused extends Error {}

/** What a call of the bank said; `wrong`: why it is not believed, with what it claimed as far as that could be read. */
export type ReadCredit =
  | { ok: true; credit: BankCredit }
  | { ok: false; wrong: 'wrong_signature' | 'too_old' | 'not_readable'; credit: BankCredit | null };

export interface BankProvider {
  /** Kept with each account and credit: an account of one bank is not credited by another. */
  readonly name: string;
  /** No bank knows its accounts. */
  readonly simulated: boolean;
  /** Throws {@link BankRefused}. Called outside of any transaction; the same owner asked twice is answered the same account. */
  openAccount(request: AccountRequest): Promise<OpenedAccount>;
  /** Reads a call that came in; throws nothing. `now` in epoch seconds. */
  readCredit(call: SignedCall, now: number): ReadCredit;
}

/** What adapters with our own signature share. */
export function readSignedCredit(call: SignedCall, secret: string, now: number): ReadCredit {
  const credit = readCreditBody(call.body);
  const wrong = readSigned(call, secret, now);
  if (wrong) return { ok: false, wrong, credit };
  return credit ? { ok: true, credit } : { ok: false, wrong: 'not_readable', credit: null };
}
