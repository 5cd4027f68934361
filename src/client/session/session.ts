/** Who is signed in (SES-10): profile, role and permissions kept for the next start, the token apart (tokenStore.ts). */
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

/** API.md section 3 Profile. */
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
  /** While it must be changed: who set it lately, newest first (epoch seconds). */
  starters?: { by: string; at: number }[];
  must_register_passkey?: boolean;
  passkeys_removed?: boolean;
}

/** Where somebody has to go before anything else is answered (B10.6, security S7). */
export const demandedPlace = ({ must_change, must_register_passkey }: Profile): string | null =>
  must_change ? '/choose-password' : must_register_passkey ? '/register-passkey' : null;

export interface Session {
  /** `starting`: nothing known yet. `unreachable`: a token, but neither a server nor a stored profile (SHELL-03, B14.8). */
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
/** Whether this page is being loaded anew as another person's: nothing in it asks to stay. What was typed stands in its author's drafts. */
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
 * Start-up (SHELL-01, F1): with a token and a stored profile the app opens at once and asks the server beside it. Only a verified 401
 * signs out; silence keeps the stored profile.
 */
export async function startSession(): Promise<void> {
  // A token that the server refuses is worth nothing, also where the disk will not let go of it.
  onUnauthorized(() => void endSession().catch(leave));
  watchUse();
  const stored = await firstSession();
  if (!stored) return change({ state: 'out', profile: null, confirmed: false });
  changeToken(stored.token);
  // The first look was before this script came; somebody else may have signed in since.
  whenIdle(() => void readSession().then((now) => now && now.token !== stored.token && startAnew()));
  const profile = (await restoreProfile<Profile>()) ?? (stored.profile as Profile | undefined) ?? null;
  if (profile && profile.user_id === stored.user_id) {
    const locked = isLocked(stored.last_used, seconds());
    seen = sightOf(profile);
    const open = () => change({ state: 'in', profile, confirmed: false, locked });
    if (!locked) open();
    // The server's word opens it without the password; without one the lock is shown, also while the line merely hangs.
    else {
      const late = setTimeout(() => session.state === 'starting' && open(), PATIENCE_MS);
      await confirmSession(open);
      return clearTimeout(late);
    }
  }
  await confirmSession();
}

const PATIENCE_MS = 3_500;

/** Whose rows this page's reads are; null: not known yet. */
let seen: string | null = null;
const sightOf = ({ user_id, role, seller }: Profile) => [user_id, role, seller?._id ?? ''].join();
const seesOthers = (profile: Profile) => seen !== null && seen !== sightOf(profile);

/** When (epoch ms) the server last said who this is. */
let confirmedAt = 0;

const seconds = () => Math.floor(Date.now() / 1_000);

/** Foreground use counts, minute by minute; whoever comes back after 12 h finds the lock, unless the server answers. */
let watched = false;
function watchUse(): void {
  if (watched) return;
  watched = true;
  const look = async () => {
    if (session.state !== 'in' || document.visibilityState !== 'visible') return;
    const stored = await readSession();
    // Another tab signed out; without a server no refused call would tell.
    if (!stored) return (await isSignedOut()) ? leave() : undefined;
    // Another tab signed somebody else in: their tablet now.
    if (stored.user_id !== session.profile?.user_id) return startAnew();
    if (!session.locked && !isLocked(stored.last_used, seconds())) {
      await changeSession(stored.token, { last_used: seconds() });
      if (Date.now() - confirmedAt < FRESH_MS) return;
      // Another role or hub since: the server keeps to it with every call, its name and menu stand here (B10.7).
      return confirmSession();
    }
    if (!session.locked) change({ ...session, locked: true });
    await confirmSession();
  };
  document.addEventListener('visibilitychange', () => void look());
  window.addEventListener('online', () => void look());
  setInterval(() => void look(), 60_000);
}

/** The password was right on this tablet (unlock.ts). */
export const openLock = () => change({ ...session, locked: false });

/** Asks the server who this is; used at start, after coming back, and every five minutes of use. `unanswered`: what a start without an answer shows. */
export async function confirmSession(unanswered?: () => void): Promise<void> {
  try {
    const asked = heldToken();
    const delegate = (await callPath('GET', 'administrator/read_delegate', {})) as Delegate;
    // Signed out, or somebody else in, while it was under way.
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

/** SES-04: the entered e-mail goes in `phone`. Throws CallError (`passkey_required`: features/session/SecondStep.tsx goes on) or NoAnswer. */
export async function signIn(email: string, password: string, remember: boolean): Promise<Profile> {
  const hash = await passwordHash(password);
  return enterAs('login_delegate', { phone: email, hash, remember }, hash, remember);
}

/** The call that finishes a sign-in, and what follows from it on this tablet. `hash` from passwordHash(), for the lock. */
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
  // At the lock it is the same person, who may have got another hub meanwhile.
  if (seesOthers(profile)) await startReadsOver(enter);
  else {
    await enter();
    await invalidateAll();
  }
  return profile;
}

/** SES-09: tells the server if it can be reached, then forgets token, profile and every saved read. The queue is never touched (SYNC 40). */
export async function signOut(): Promise<void> {
  const of = heldToken();
  // The disk first: where it refuses, the session is still whole, here and at the server.
  await forgetToken();
  try {
    await callPath('GET', 'auth/revoke', {});
  } catch {
    // Without a connection the token dies by its age.
  }
  // The answer may take half a minute: whoever signed in meanwhile stays.
  if (heldToken() === of) await leave();
}

/** After the password was changed: the lock on this tablet asks the new one. `hash` from passwordHash(). */
export async function renewVerifier(hash: string): Promise<void> {
  const token = heldToken();
  if (token !== null) await changeSession(token, { verifier: await makeVerifier(hash), wrong: 0 });
}

/** Another officer takes the tablet, or the password is forgotten: the queue waits for its owner (SYNC rules 40, 42). */
export async function endSession(): Promise<void> {
  await forgetToken();
  await leave();
}

/** Of the disk only what this page is signed in with is forgotten: another tab may have signed somebody in. */
async function forgetToken(): Promise<void> {
  const token = heldToken();
  if (token !== null) await clearSession(token);
}

async function leave(): Promise<void> {
  const left = heldToken();
  changeToken(null);
  const stored = await readSession();
  // What is kept on this tablet is somebody else's by now.
  if (stored && stored.token !== left) return startAnew();
  forgetProfile();
  await forgetReads();
  seen = null;
  change({ state: 'out', profile: null, confirmed: false });
}
