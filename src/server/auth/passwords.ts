/**
 * Stores and checks passwords (B10.5). The client sends the SHA-256 hex of the password; the server stores only its scrypt hash. Computations wait in queues
 * (turns.ts), so that password guessing cannot occupy the machine.
 */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { Refusal } from '../calls/refusal.ts';
import { inTurn, OWN_QUEUE } from './turns.ts';

/** True if the queues were full, so that no hash was computed. */
const isCrowd = (error: unknown) => error instanceof Refusal && error.word === 'unavailable';

function derive(hash: string, salt: string, cost: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(hash, Buffer.from(salt, 'hex'), 32, { N: cost, r: 8, p: 1, maxmem: 256 * cost * 8 }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

export interface StoredPassword {
  readonly password_hash: string;
  readonly password_salt: string;
}

/** The stored hash contains its cost, so that the cost can be raised later. */
export async function storePassword(hash: string, cost: number): Promise<StoredPassword> {
  const salt = randomBytes(16).toString('hex');
  return {
    password_hash: `${cost}:${(await inTurn(OWN_QUEUE, () => derive(hash, salt, cost))).toString('hex')}`,
    password_salt: salt,
  };
}

/**
 * Returns a correct password stored again at today's cost. null: its cost is not lower, or so many attempts wait that the raise is left for the next sign-in.
 */
export async function raisedPassword(
  hash: string,
  stored: string | null,
  cost: number,
): Promise<StoredPassword | null> {
  if (!stored || Number(stored.split(':')[0]) >= cost) return null;
  return storePassword(hash, cost).catch((error: unknown) => {
    if (isCrowd(error)) return null;
    throw error;
  });
}

interface MaybePassword {
  readonly password_hash: string | null;
  readonly password_salt: string | null;
}

/** {@link comparePassword} in a turn of the server's own queue. */
export function checkPassword(hash: string, stored: MaybePassword | null, cost: number): Promise<boolean> {
  return inTurn(OWN_QUEUE, () => comparePassword(hash, stored, cost));
}

/**
 * Compares a password with the stored one; the caller already has a turn. The work is the same whether or not the account exists (SEC-13): an unknown account
 * is compared with a hash that nothing matches.
 */
export async function comparePassword(hash: string, stored: MaybePassword | null, cost: number): Promise<boolean> {
  const [storedCost, storedKey] = stored?.password_hash?.split(':') ?? [];
  const salt = stored?.password_salt ?? '00'.repeat(16);
  const key = await derive(hash, salt, storedCost ? Number(storedCost) : cost);
  if (!storedKey) return false;
  const wanted = Buffer.from(storedKey, 'hex');
  return wanted.length === key.length && timingSafeEqual(wanted, key);
}

/** Creates a password XXXX-XXXX-XX from letters that are unambiguous when read aloud (B10.6). */
export function starterPassword(): string {
  const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
  const chosen = [...randomBytes(10)].map((byte) => letters[byte % 32]).join('');
  return `${chosen.slice(0, 4)}-${chosen.slice(4, 8)}-${chosen.slice(8)}`;
}

/** How many days a starter password is valid (B10.6). */
export const STARTER_DAYS = 7;
