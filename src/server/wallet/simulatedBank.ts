import { createHash, randomBytes } from 'node:crypto';
import { type BankProvider, readSignedCredit } from './bank.ts';

/**
 * A simulated bank. It derives ten digits from the owner's id, so an owner always gets the same number. Its secret is random by default, so no
 * request in its name is trusted.
 */
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
