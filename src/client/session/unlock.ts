/** Opens the offline lock (offlineLock.ts) from the lock screen. Not in the first load. */
import { derive } from './offlineLock.ts';
import { passwordHash } from './passwordHash.ts';
import { openLock, sessionStore, signIn } from './session.ts';
import { changeSession, readSession, type StoredSession } from './tokenStore.ts';

/** The number of wrong tries after which only a sign-in with a connection opens the lock. */
export const TRIES = 5;

export type Unlocked = 'open' | 'wrong' | 'needs_connection';

/** Checks a password on this tablet and counts the wrong ones. `needs_connection`: too many wrong tries, or no verifier. `now` in epoch seconds. */
export async function tryUnlock(password: string, now: number): Promise<Unlocked> {
  const stored = await readSession();
  if (!stored?.verifier || wrongTries(stored) >= TRIES) return 'needs_connection';
  // Counted before the check, so that switching the tablet off in between also uses up a try.
  await changeSession(stored.token, { wrong: wrongTries(stored) + 1 });
  const { salt, bits, rounds } = stored.verifier;
  const mine = await derive(await passwordHash(password), salt, rounds);
  if (!same(mine, bits)) return wrongTries(stored) + 1 >= TRIES ? 'needs_connection' : 'wrong';
  await changeSession(stored.token, { wrong: 0, last_used: now });
  return 'open';
}

const wrongTries = (stored: StoredSession) => stored.wrong ?? 0;

function same(a: Uint8Array, b: Uint8Array): boolean {
  let difference = a.length ^ b.length;
  for (const [at, byte] of a.entries()) difference |= byte ^ (b[at] ?? 0);
  return difference === 0;
}

/** Opens the lock by the password on this tablet, or by a sign-in if that is no longer possible. Rejects like signIn. */
export async function unlock(password: string): Promise<Unlocked> {
  const outcome = await tryUnlock(password, Math.floor(Date.now() / 1_000));
  const { profile } = sessionStore.read();
  if (outcome === 'open') openLock();
  else if (outcome === 'needs_connection' && profile) {
    // If the choice is unknown (a session of an earlier release), the shorter session is the safer one.
    const { remember = false } = (await readSession()) ?? {};
    await signIn(profile.email, password, remember);
    return 'open';
  }
  return outcome;
}
