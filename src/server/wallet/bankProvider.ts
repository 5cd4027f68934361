/** The door to the bank that opens virtual accounts and tells of credits (B9.3). Screens and calls never know which adapter stands behind it. */
import { createHash, randomBytes } from 'node:crypto';
import type { WalletHead } from '#contract/wallet/walletCalls.ts';
import type { Config } from '../config.ts';
import { readSigned, type SignedCall } from '../signedCall.ts';
import { type BankCredit, readCreditBody } from './creditBody.ts';
import { httpBank } from './httpBank.ts';

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

type Settings = Pick<Config, 'environment' | 'bank'>;

/** K12: null in production without a bank, because money that is paid to a made-up number reaches a stranger. */
export function bankProvider({ bank, environment }: Settings): BankProvider | null {
  if (bank) return httpBank(bank);
  return environment === 'production' ? null : simulatedBank();
}

/** Ten digits worked out of the owner's id: the same owner always gets the same number. Nobody knows its secret, so no call of it is believed. */
export function simulatedBank(secret = randomBytes(32).toString('hex')): BankProvider {
  return {
    name: 'simulated',
    simulated: true,
    openAccount({ owner, first_name, last_name }) {
      const hash = createHash('sha256').update(`${owner.type}:${owner.id}`).digest();
      const account_number = String((hash.readBigUInt64BE() % 9_000_000_000n) + 1_000_000_000n);
      return Promise.resolve({
        account_number,
        account_name: `${first_name} ${last_name}`.toUpperCase(),
        bank: { code: 'SIM', name: 'Simulated Bank' },
      });
    },
    readCredit: (call, now) => readSignedCredit(call, secret, now),
  };
}

/** What adapters with our own signature share. */
export function readSignedCredit(call: SignedCall, secret: string, now: number): ReadCredit {
  const credit = readCreditBody(call.body);
  const wrong = readSigned(call, secret, now);
  if (wrong) return { ok: false, wrong, credit };
  return credit ? { ok: true, credit } : { ok: false, wrong: 'not_readable', credit: null };
}
