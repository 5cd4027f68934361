/** The interface to the bank that opens virtual accounts and reports credits (B9.3). Calls and screens do not depend on the adapter. */
import type { WalletHead } from '#contract/wallet/walletCalls.ts';
import { readSigned, type SignedCall } from '../calls/signedCall.ts';
import { type BankCredit, readCreditBody } from './creditBody.ts';

export interface AccountRequest {
  /** Our reference of the owner, the same for every attempt. A bank that has opened the account already returns that account. */
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

/** Thrown when the bank refuses. Its message is for the user. Any other error means that the bank did not respond. */
export class BankRefused extends Error {}

/** A credit that the bank reported. `wrong` says why it is not trusted, and `credit` holds what could still be read. */
export type ReadCredit =
  | { ok: true; credit: BankCredit }
  | { ok: false; wrong: 'wrong_signature' | 'too_old' | 'not_readable'; credit: BankCredit | null };

export interface BankProvider {
  /** Stored with each account and credit, so that one bank cannot credit an account of another bank. */
  readonly name: string;
  /** True when no real bank knows the accounts. */
  readonly simulated: boolean;
  /**
   * Opens an account. Throws {@link BankRefused} when the bank refuses. Called outside transactions. The same owner always gets the same account.
   */
  openAccount(request: AccountRequest): Promise<OpenedAccount>;
  /** Reads an incoming request of the bank. Never throws. `now` is epoch seconds. */
  readCredit(call: SignedCall, now: number): ReadCredit;
}

/** Reads a credit that is signed with our own scheme. */
export function readSignedCredit(call: SignedCall, secret: string, now: number): ReadCredit {
  const credit = readCreditBody(call.body);
  const wrong = readSigned(call, secret, now);
  if (wrong) return { ok: false, wrong, credit };
  return credit ? { ok: true, credit } : { ok: false, wrong: 'not_readable', credit: null };
}
