/** Keeps who is signed in (SES-10): profile, role and permissions are stored for the next start, the token separately (tokenStore.ts). */
import { CallError } from '../callError.ts';
import { requestPersistence } from '../durable.ts';
import { FRESH_MS, forgetReads, invalidateAll, startReadsOver } from '../reads/queries.ts';
import { callPath, onUnauthorized } from '../transport.ts';
import { whenIdle } from '../whenIdle.ts';
import { changeToken, heldToken } from './heldToken.ts';
import { isLocked, makeVerifier } from './offlineLock.ts';
import { passwordHash } from './passwordHash.ts';
import { forgetProfile, keepProfile, restoreProfile } from './profileStore.ts';
import { changeSession, clearSession, firstSession, isSignedOut, readSession, writeSession } from './tokenStore.ts';

/** The profile as the server sends it (API.md section 3 Profile). */
export interface Profile {
  _id: string;
  user_id: string;
  name: string;
  phone: string | null;
  email: string;
  role: string;
  role_name: string;
  permissions: string[];
  seller: { _id: string; name: string } | null;
  must_change: boolean;
  /** While the password must be changed: who set it recently, newest first (epoch seconds). */
  starters?: { by: string; at: number }[];
  must_register_passkey?: boolean;
  passkeys_removed?: boolean;
}

/** The page that the user must visit before any other call is answered, or null (B10.6, security S7). */
export const demandedPlace = ({ must_change, must_register_passkey }: Profile): string | null =>
  must_change ? '/choose-password' : must_register_passkey ? '/register-passkey' : null;

export interface Session {
  /** `starting`: nothing is known yet. `unreachable`: there is a token, but neither a server nor a stored profile (SHELL-03, B14.8). */
  state: 'starting' | 'out' | 'in' | 'unreachable';
  profile: Profile | null;
  /** true once the server confirmed this session since the app started. */
  confirmed: boolean;
  /** The screens are hidden until the password is entered or the server answers (offlineLock.ts). */
  locked?: boolean;
}

interface Delegate {
  profile: Profile;
  role: string;
  permissions?: string[];
}

let givenUp = false;
/** true: this page is being reloaded for another user, so no form asks to stay. Unsaved input is in its author's drafts. */
export const isGivenUp = () => givenUp;
function startAnew(): void {
  givenUp = true;
  location.reload();
}

let session: Session = { state: 'starting', profile: null, confirmed: false };
const listeners = new Set<() => void>();

function change(next: Session) {
  session = next;
  for (const listener of listeners) listener();
}

export const sessionStore = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: () => session,
};

const profileIn = ({ profile, permissions }: Delegate): Profile => ({
  ...profile,
  permissions: permissions ?? profile.permissions ?? [],
});

/**
 * Starts the app (SHELL-01, F1). With a token and a stored profile the app opens at once and asks the server in parallel. Only a verified 401 signs
 * the user out; without an answer the stored profile stays.
 */
export async function startSession(): Promise<void> {
  // A token that the server refuses is worthless, even if the disk fails to delete it.
  onUnauthorized(() => void endSession().catch(leave));
  watchUse();
  const stored = await firstSession();
  if (!stored) return change({ state: 'out', profile: null, confirmed: false });
  changeToken(stored.token);
  // The session was first read before this script was loaded; another user may have signed in since.
  whenIdle(() => void readSession().then((now) => now && now.token !== stored.token && startAnew()));
  const profile = (await restoreProfile<Profile>()) ?? (stored.profile as Profile | undefined) ?? null;
  if (profile && profile.user_id === stored.user_id) {
    const locked = isLocked(stored.last_used, seconds());
    seen = sightOf(profile);
    const open = () => change({ state: 'in', profile, confirmed: false, locked });
    if (!locked) open();
    // An answer of the server opens the app without the password. Without one the lock is shown after a while, also when the connection only hangs.
    else {
      const late = setTimeout(() => session.state === 'starting' && open(), PATIENCE_MS);
      await confirmSession(open);
      return clearTimeout(late);
    }
  }
  await confirmSession();
}

const PATIENCE_MS = 3_500;

/** The user, role and hub whose rows this page has read; null: not known yet. */
let seen: string | null = null;
const sightOf = ({ user_id, role, seller }: Profile) => [user_id, role, seller?._id ?? ''].join();
const seesOthers = (profile: Profile) => seen !== null && seen !== sightOf(profile);

/** When the server last confirmed the user, epoch ms. */
let confirmedAt = 0;

const seconds = () => Math.floor(Date.now() / 1_000);

/** Records use in the foreground every minute. After 12 h without use the lock is shown, unless the server answers. */
let watched = false;
function watchUse(): void {
  if (watched) return;
  watched = true;
  const look = async () => {
    if (session.state !== 'in' || document.visibilityState !== 'visible') return;
    const stored = await readSession();
    // Another tab signed out. Without a server no refused call would reveal it.
    if (!stored) return (await isSignedOut()) ? leave() : undefined;
    // Another tab signed in another user, to whom the tablet now belongs.
    if (stored.user_id !== session.profile?.user_id) return startAnew();
    if (!session.locked && !isLocked(stored.last_used, seconds())) {
      await changeSession(stored.token, { last_used: seconds() });
      if (Date.now() - confirmedAt < FRESH_MS) return;
      // The user may have another role or hub by now. The server checks it at every call, but the name and the menu come from the profile (B10.7).
      return confirmSession();
    }
    if (!session.locked) change({ ...session, locked: true });
    await confirmSession();
  };
  document.addEventListener('visibilitychange', () => void look());
  window.addEventListener('online', () => void look());
  setInterval(() => void look(), 60_000);
}

/** Opens the lock after the password was checked on this tablet (unlock.ts). */
export const openLock = () => change({ ...session, locked: false });

/**
 * Asks the server who the user is, at start, after coming back, and every five minutes of use. `unanswered` is called at a start without an answer.
 */
export async function confirmSession(unanswered?: () => void): Promise<void> {
  try {
    const asked = heldToken();
    const delegate = (await callPath('GET', 'administrator/read_delegate', {})) as Delegate;
    // The user signed out, or another one signed in, while the answer was under way.
    if (heldToken() !== asked) return;
    const profile = profileIn(delegate);
    const enter = async () => {
      if (heldToken() !== asked) return;
      keepProfile(profile);
      if (asked !== null) await changeSession(asked, { profile, last_used: seconds(), wrong: 0 });
      if (heldToken() !== asked) return;
      confirmedAt = Date.now();
      seen = sightOf(profile);
      change({ state: 'in', profile, confirmed: true });
    };
    await (seesOthers(profile) ? startReadsOver(enter) : enter());
  } catch (error) {
    if (error instanceof CallError && error.code === 401) return;
    if (session.state !== 'starting') return;
    if (unanswered) unanswered();
    else change({ state: 'unreachable', profile: null, confirmed: false });
  }
}

/**
 * Signs in; the e-mail is sent in the field `phone` (SES-04). Rejects with CallError (`passkey_required`: features/session/SecondStep.tsx
 * continues) or NoAnswer.
 */
export async function signIn(email: string, password: string, remember: boolean): Promise<Profile> {
  const hash = await passwordHash(password);
  return enterAs('login_delegate', { phone: email, hash, remember }, hash, remember);
}

/**
 * Makes the call that finishes a sign-in, and stores the session on this tablet. `hash` from passwordHash(), for the lock. Rejects with CallError
 * or NoAnswer.
 */
export async function enterAs(
  call: string,
  fields: Readonly<Record<string, unknown>>,
  hash: string,
  remember: boolean,
): Promise<Profile> {
  const data = (await callPath('POST', `administrator/${call}`, fields, { write: true })) as Delegate & {
    token: string;
  };
  changeToken(data.token);
  const profile = profileIn(data);
  const enter = async () => {
    keepProfile(profile);
    await writeSession({
      token: data.token,
      user_id: profile.user_id,
      remember,
      profile,
      last_used: seconds(),
      verifier: await makeVerifier(hash),
    });
    void requestPersistence();
    seen = sightOf(profile);
    change({ state: 'in', profile, confirmed: true });
  };
  // At the lock screen the user is the same, but may have got another hub meanwhile.
  if (seesOthers(profile)) await startReadsOver(enter);
  else {
    await enter();
    await invalidateAll();
  }
  return profile;
}

/**
 * Signs out: revokes the session if the server can be reached, and deletes token, profile and all saved reads (SES-09). Never touches the queue
 * (SYNC rule 40).
 */
export async function signOut(): Promise<void> {
  const of = heldToken();
  // The disk comes first: if it fails, the session is still whole, here and on the server.
  await forgetToken();
  try {
    await callPath('GET', 'auth/revoke', {});
  } catch {
    // Without a connection the token expires by its age.
  }
  // The answer may take half a minute, and a user who signed in meanwhile stays.
  if (heldToken() === of) await leave();
}

/** Makes a new verifier after the password was changed. `hash` from passwordHash(). */
export async function renewVerifier(hash: string): Promise<void> {
  const token = heldToken();
  if (token !== null) await changeSession(token, { verifier: await makeVerifier(hash), wrong: 0 });
}

/**
 * Ends the session on this tablet without telling the server, when another officer takes the tablet or the password is forgotten. The queue waits
 * for its owner (SYNC rules 40, 42).
 */
export async function endSession(): Promise<void> {
  await forgetToken();
  await leave();
}

/** Deletes only this page's own token from the disk, because another tab may have signed in another user. */
async function forgetToken(): Promise<void> {
  const token = heldToken();
  if (token !== null) await clearSession(token);
}

async function leave(): Promise<void> {
  const left = heldToken();
  changeToken(null);
  const stored = await readSession();
  // The data stored on this tablet belongs to another user by now.
  if (stored && stored.token !== left) return startAnew();
  forgetProfile();
  await forgetReads();
  seen = null;
  change({ state: 'out', profile: null, confirmed: false });
}
