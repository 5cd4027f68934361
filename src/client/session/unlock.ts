/** Opens the offline lock (offlineLock.ts) from the lock screen, and makes a new verifier for it. Not in the first load. */
import { passwordHash } from './passwordHash.ts';
import { signIn } from './signIn.ts';
import { pageSession, pageToken } from './state.ts';
import { changeSession, readSession, type StoredSession } from './tokenStore.ts';
import { derive, makeVerifier } from './verifier.ts';

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

/**
 * Opens the lock by the password on this tablet, or by a sign-in if that is no longer possible. Rejects like signIn. From: locked. Writes the number of
 * wrong tries and the time of use.
 */
export async function unlock(password: string): Promise<Unlocked> {
  const { profile } = pageSession.read();
  const stored = await readSession();
  // Another tab signed in another user, whose password opens nothing of this one's.
  if (profile && stored && stored.user_id !== profile.user_id) return 'wrong';
  const outcome = await tryUnlock(password, Math.floor(Date.now() / 1_000));
  if (outcome === 'open') pageSession.unlock();
  else if (outcome === 'needs_connection' && profile) {
    // If the choice is unknown (a session of an earlier release), the shorter session is the safer one.
    await signIn(profile.email, password, stored?.remember ?? false);
    return 'open';
  }
  return outcome;
}

/** Makes a new verifier of this page's session after the password was changed. `hash` from passwordHash(). */
export async function renewVerifier(hash: string): Promise<void> {
  const token = pageToken();
  if (token !== null) await changeSession(token, { verifier: await makeVerifier(hash), wrong: 0 });
}
