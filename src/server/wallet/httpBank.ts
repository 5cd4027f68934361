/** The adapter for a bank behind our own small protocol (docs/operations.md "Bank"). A bridge to a licensed provider must speak it. */
import * as v from 'valibot';
import { askSigned } from '../calls/signedCall.ts';
import type { SignedService } from '../serviceConfig.ts';
import { type BankProvider, BankRefused, readSignedCredit } from './bank.ts';

const word = (most: number) => v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(most));
const opened = v.object({
  account_number: v.pipe(v.string(), v.regex(/^\d{6,20}$/)),
  account_name: word(200),
  // SIM is the code of the simulated bank. A real account with that code would be shown as simulated.
  bank: v.object({ code: v.pipe(word(20), v.notValue('SIM')), name: word(120) }),
});
const refused = v.object({ message: word(200) });

export function httpBank({ url, secret, hookSecret }: SignedService): BankProvider {
  return {
    name: 'http',
    simulated: false,
    async openAccount({ owner, first_name, last_name, bvn }) {
      const body = { reference: `${owner.type}:${owner.id}`, first_name, last_name, bvn };
      const { status, data } = await askSigned(`${url}/accounts`, secret, body, Math.floor(Date.now() / 1_000));
      if (status === 422) {
        const refusal = v.safeParse(refused, data);
        // If the bank repeats the BVN, it must not reach a screen or a log.
        throw new BankRefused((refusal.success ? refusal.output.message : 'no reason given').replaceAll(bvn, '...'));
      }
      if (status !== 200) throw new Error(`The bank answered ${status}.`);
      return v.parse(opened, data);
    },
    readCredit: (call, now) => readSignedCredit(call, hookSecret, now),
  };
}
