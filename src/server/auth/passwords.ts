/**
 * What the server keeps of a password (B10.5): the client sends SHA-256 hex, which IS the password here, and only scrypt of it is stored.
 * Computations stand in line (turns.ts), so that guessing cannot take the machine.
 */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { Refusal } from '../calls/refusal.ts';
import { inTurn, OWN_LANE } from './turns.ts';

/** So many wait that nothing was computed. */
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

/** The stored form carries its cost, so that the cost may be raised later. */
export async function storePassword(hash: string, cost: number): Promise<StoredPassword> {
  const salt = randomBytes(16).toString('hex');
  return {
    password_hash: `${cost}:${(await inTurn(OWN_LANE, () => derive(hash, salt, cost))).toString('hex')}`,
    password_salt: salt,
  };
}

/** A password that was right, stored anew with today's cost; null where its own is not lower, or so many wait that it is left for next time. */
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

/** {@link comparePassword} in a turn of the server's own. */
export function checkPassword(hash: string, stored: MaybePassword | null, cost: number): Promise<boolean> {
  return inTurn(OWN_LANE, () => comparePassword(hash, stored, cost));
}

/**
 * Whether it is the stored one; whoever asks has a turn already. Same work whether the account exists or not (SEC-13): an unknown one is compared
 * with nothing that can match.
 */
export async function comparePassword(hash: string, stored: MaybePassword | null, cost: number): Promise<boolean> {
  const [storedCost, storedKey] = stored?.password_hash?.split(':') ?? [];
  const salt = stored?.password_salt ?? '00'.repeat(16);
  const key = await derive(hash, salt, storedCost ? Number(storedCost) : cost);
  if (!storedKey) return false;
  const wanted = Buffer.from(storedKey, 'hex');
  return wanted.length === key.length && timingSafeEqual(wanted, key);
}

/** XXXX-XXXX-XX of letters that survive being read out (B10.6). */
export function starterPassword(): string {
  const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
  const chosen = [...randomBytes(10)].map((byte) => letters[byte % 32]).join('');
  return `${chosen.slice(0, 4)}-${chosen.slice(4, 8)}-${chosen.slice(8)}`;
}

/** How many days a starter password lets somebody in (B10.6). */
export const STARTER_DAYS = 7;
