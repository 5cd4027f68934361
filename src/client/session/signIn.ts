/** Signing in. Not in the first load: the sign-in screen sends for it as soon as it is drawn. */
import { requestPersistence } from '../durable.ts';
import { readAnew, takeReads } from '../reads/queries.ts';
import { findServer } from '../server/findServer.ts';
import { knownCapabilities, serverRecord } from '../server/where.ts';
import { callPath } from '../transport.ts';
import { passwordHash } from './passwordHash.ts';
import { type Delegate, profileIn, seconds, show } from './session.ts';
import { type Profile, pageSession } from './state.ts';
import { clearSession, writeSession } from './tokenStore.ts';
import { makeVerifier } from './verifier.ts';

/**
 * Signs in; the e-mail is sent in the field `phone` (SES-04). `first`: the home comes next, so the answer shall bring its first reads. Rejects with CallError
 * (`passkey_required`: features/session/SecondStep.tsx continues) or NoAnswer.
 */
export async function signIn(email: string, password: string, remember: boolean, first = false): Promise<Profile> {
  const hash = await passwordHash(password);
  // A first visit: the disk does not know yet where the server is.
  if (!serverRecord()?.where) await findServer();
  // A server that has not shown what it knows gets the documents' fields alone. Ours has: the screen of the sign-in sent it a call.
  const more = first && knownCapabilities() ? { first } : {};
  return enterAs('login_delegate', { phone: email, hash, remember, ...more }, hash, remember);
}

/**
 * Makes the call that finishes a sign-in, and stores token and profile on this tablet; clears the reads of another role or hub. `hash` from
 * passwordHash(), for the lock. Rejects with CallError or NoAnswer; then nothing has changed.
 */
export async function enterAs(
  call: string,
  fields: Readonly<Record<string, unknown>>,
  hash: string,
  remember: boolean,
): Promise<Profile> {
  // Made while the server answers, because it takes a quarter of a second. A refused sign-in leaves it unused.
  const verifier = makeVerifier(hash);
  verifier.catch(() => undefined);
  const data = (await callPath('POST', `administrator/${call}`, fields, { write: true })) as Delegate & {
    token: string;
    first?: Readonly<Record<string, unknown>>;
  };
  const profile = await profileIn(data);
  if (!pageSession.enter(data.token)) return profile;
  const store = async () => {
    await writeSession({
      token: data.token,
      user_id: profile.user_id,
      remember,
      profile,
      last_used: seconds(),
      verifier: await verifier,
    });
    void requestPersistence();
    // The session ended meanwhile.
    if (!pageSession.holds(data.token)) await clearSession(data.token);
  };
  // At the lock screen the user is the same, but may have got another hub meanwhile.
  // The reads of the sign-in's own screen are not awaited: on a far line they would keep the next screen waiting for a round trip.
  if (!(await show(data.token, profile, 0, store))) await readAnew().marked;
  if (data.first && pageSession.holds(data.token)) takeReads(data.first);
  return profile;
}
