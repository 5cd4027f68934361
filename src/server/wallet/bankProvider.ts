/** The door to the bank that opens virtual accounts (B9.3). Screens and calls never know which one stands behind it. */
import { createHash } from 'node:crypto';
import type { WalletHead } from '#contract/wallet/walletCalls.ts';
import type { Config } from '../config.ts';

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

export interface BankProvider {
  createVirtualAccount(request: AccountRequest): Promise<OpenedAccount>;
}

export function bankProvider(config: Pick<Config, 'bankProvider'>): BankProvider {
  return { simulated: simulatedBank }[config.bankProvider];
}

/** Ten digits worked out of the owner's id: the same owner always gets the same number. */
const simulatedBank: BankProvider = {
  createVirtualAccount({ owner, first_name, last_name }) {
    const hash = createHash('sha256').update(`${owner.type}:${owner.id}`).digest();
    const account_number = String((hash.readBigUInt64BE() % 9_000_000_000n) + 1_000_000_000n);
    return Promise.resolve({
      account_number,
      account_name: `${first_name} ${last_name}`.toUpperCase(),
      bank: { code: 'SIM', name: 'Simulated Bank' },
    });
  },
};
