/** Which bank this server has. */
import type { Config } from '../config.ts';
import type { BankProvider } from './bank.ts';
import { httpBank } from './httpBank.ts';
import { simulatedBank } from './simulatedBank.ts';

type Settings = Pick<Config, 'environment' | 'bank'>;

/** K12: null in production without a bank, because money that is paid to a made-up number reaches a stranger. */
export function bankProvider({ bank, environment }: Settings): BankProvider | null {
  if (bank) return httpBank(bank);
  return environment === 'production' ? null : simulatedBank();
}
