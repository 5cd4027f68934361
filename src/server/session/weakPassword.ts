/**
 * Decides which new passwords are refused (S3). The server only sees the SHA-256 of a password, so it compares hashes: of the empty text, of the
 * account's own names and of the commonest passwords. A hash does not show the length, so the browser checks that rule.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { APP_NAME } from '#domain/permissions.ts';
import { invalid } from '../calls/refusal.ts';

/**
 * The number of bytes of each hash in commonPasswords.bin. The hashes are sorted; makeCommonPasswords.mjs writes the file. About one good password in
 * ten million is refused by chance.
 */
const BYTES = 5;
let common: Buffer | null = null;

interface Named {
  readonly email: string;
  readonly name: string;
  readonly phone: string | null;
  readonly seller_name: string | null;
}

/** Throws 422 at `field` for a password that attackers would try first. `hash` is its SHA-256 in lower-case hex. */
export function refuseWeak(field: string, hash: string, account: Named): void {
  if (hash === sha256('')) throw invalid({ [field]: 'Password field is required' });
  const mail = account.email.trim().toLowerCase();
  if (isOneOf(hash, [mail, mail.split('@')[0] ?? ''])) throw invalid({ [field]: 'Password must not be your email.' });
  if (isOneOf(hash, namesOf(account)))
    throw invalid({ [field]: 'Password must not be your name, your phone number or the company’s name.' });
  if (isCommon(hash)) throw invalid({ [field]: 'This password is too easy to guess.' });
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** The names: each as a whole, without blanks, and word by word. The phone in all usual spellings. */
function namesOf({ name, phone, seller_name }: Named): string[] {
  const names = [name, seller_name ?? '', APP_NAME].flatMap((one) => [
    one,
    one.replace(/\s+/g, ''),
    ...one.split(/\s+/),
  ]);
  const local = phone?.replace(/^0/, '') ?? '';
  return [...names, ...(local === '' ? [] : [local, `0${local}`, `234${local}`, `+234${local}`])];
}

/** Compares the words as written, in lower case, in upper case, and with either case of the first letter. */
function isOneOf(hash: string, words: readonly string[]): boolean {
  const spelled = words
    .filter((word) => word !== '')
    .flatMap((word) => {
      const small = word.toLowerCase();
      return [word, small, word.toUpperCase(), first(small, true), first(word, true), first(word, false)];
    });
  return [...new Set(spelled)].some((word) => sha256(word) === hash);
}

function first(word: string, upper: boolean): string {
  const [letter = '', ...rest] = word;
  return (upper ? letter.toUpperCase() : letter.toLowerCase()) + rest.join('');
}

function isCommon(hash: string): boolean {
  common ??= readFileSync(new URL('commonPasswords.bin', import.meta.url));
  const wanted = Buffer.from(hash, 'hex').subarray(0, BYTES);
  let [low, high] = [0, common.length / BYTES];
  while (low < high) {
    const middle = (low + high) >> 1;
    const order = wanted.compare(common, middle * BYTES, (middle + 1) * BYTES);
    if (order === 0) return true;
    if (order < 0) high = middle;
    else low = middle + 1;
  }
  return false;
}
