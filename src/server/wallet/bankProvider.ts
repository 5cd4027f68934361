/** Chooses the bank of this server. */
import type { Config } from '../config.ts';
import type { BankProvider } from './bank.ts';
import { httpBank } from './httpBank.ts';
import { simulatedBank } from './simulatedBank.ts';

type Settings = Pick<Config, 'environment' | 'bank'>;

/** Null in production without a configured bank, because money that is paid to an invented number would reach a stranger (K12). */
export function bankProvider({ bank, environment }: Settings): BankProvider | null {
  if (bank) return httpBank(bank);
  return environment === 'production' ? null : simulatedBank();
}
