/**
 * Strangers who try to sign in without end, as a process of their own. Arguments: the server's address, the number of network addresses, and the names of
 * real people. Every 250 ms the process sends its parent the numbers of started and answered tries. It ends with its parent.
 */
import { randomUUID } from 'node:crypto';
import { setPriority } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { tryToSignIn } from './signInTry.ts';

const [url = '', addresses = '0', ...people] = process.argv.slice(2);
const counts = { begun: 0, tries: 0 };
const addressOf = (at: number) => `105.${112 + (at >> 16)}.${(at >> 8) & 255}.${at & 255}`;

/** One network address. Every fifth try names a real person. Retry-After is ignored. */
async function attack(at: number): Promise<never> {
  for (let round = 0; ; round += 1) {
    const name = round % 5 === 0 ? (people[at % people.length] ?? '') : `made.up.${at}.${round}`;
    counts.begun += 1;
    await tryToSignIn({ url, name, password: `guess ${round}`, address: addressOf(at), device: randomUUID() });
    counts.tries += 1;
    await wait(250);
  }
}

// Real strangers do not compute on the server's machine. These get only the processor time that the server and the people leave.
setPriority(10);
process.on('disconnect', () => process.exit(0));
setInterval(() => process.send?.(counts), 250);
await Promise.all(Array.from({ length: Number(addresses) }, (_, at) => attack(at)));
