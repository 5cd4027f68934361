/** The lock screen's side of the offline lock (offlineLock.ts): not in the first load. */
import { derive } from './offlineLock.ts';
import { passwordHash } from './passwordHash.ts';
import { openLock, sessionStore, signIn } from './session.ts';
import { changeSession, readSession, type StoredSession } from './tokenStore.ts';

/** Wrong tries after which only a sign-in with a connection helps. */
export const TRIES = 5;

export type Unlocked = 'open' | 'wrong' | 'needs_connection';

/** Checks a password on this tablet and counts the wrong ones. `needs_connection`: too many, or nothing to check against. */
export async function tryUnlock(password: string, now: number): Promise<Unlocked> {
  const stored = await readSession();
  if (!stored?.verifier || wrongTries(stored) >= TRIES) return 'needs_connection';
  // Counted before it is checked: a tablet that is switched off in between has used a try.
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

/** The lock screen's button: the password on this tablet, or a sign-in when that is not possible any more. Throws as signIn does. */
export async function unlock(password: string): Promise<Unlocked> {
  const outcome = await tryUnlock(password, Math.floor(Date.now() / 1_000));
  const { profile } = sessionStore.read();
  if (outcome === 'open') openLock();
  else if (outcome === 'needs_connection' && profile) {
    // Where it is not known (a session of an earlier release) the shorter life is the safer one.
    const { remember = false } = (await readSession()) ?? {};
    await signIn(profile.email, password, remember);
    return 'open';
  }
  return outcome;
}
