/**
 * The walks of a session: start, confirm, end; signing in is in signIn.ts. Each makes named transitions (state.ts) and writes or clears what the tablet stores: the
 * token on the disk (tokenStore.ts), the profile (profileStore.ts, SES-10) and the reads. Other tabs read the disk each minute and follow.
 */
import { CallError } from '../callError.ts';
import { FRESH_MS, forgetReads, startReadsOver } from '../reads/queries.ts';
import { callPath } from '../transport.ts';
import { whenIdle } from '../whenIdle.ts';
import { isLocked } from './offlineLock.ts';
import { forgetProfile, hasProfile, keepProfile, restoreProfile } from './profileStore.ts';
import { type Profile, pageSession, pageToken } from './state.ts';
import { changeSession, clearSession, firstSession, readSession } from './tokenStore.ts';

/** The signed-in person, as a sign-in and `read_delegate` return it. */
export interface Delegate {
  profile: Omit<Profile, 'permissions'> & { permissions?: string[] };
  role: string;
  permissions?: string[];
}

/** Our server sends a whole profile; another one leaves names and permissions to the app. */
export const profileIn = async ({ profile, role, permissions = profile.permissions }: Delegate): Promise<Profile> =>
  permissions && profile.role_name
    ? { ...profile, permissions }
    : (await import('../plain/wholeProfile.ts')).wholeProfile(profile, role, permissions);

/** Epoch seconds of this device. */
export const seconds = () => Math.floor(Date.now() / 1_000);

/** The tablet belongs to another user, whose session is on the disk: the page starts anew. Clears nothing. */
function giveUpPage(): void {
  pageSession.giveUp();
  location.reload();
}

/** How long a locked start waits for an answer before the lock is shown, ms. */
const PATIENCE_MS = 3_500;

/**
 * Starts the app (SHELL-01, F1); called once. With a token and a stored profile the app opens at once and asks the server in parallel. Only a
 * verified 401 signs the user out; without an answer the stored profile stays.
 */
export async function startSession(): Promise<void> {
  watch();
  const stored = await firstSession();
  if (!stored) {
    // A page was closed or reloaded after it had deleted its token and before it had deleted the rest.
    if (stored === null && hasProfile()) await forgetAll().catch(() => undefined);
    return void pageSession.out();
  }
  const profile = (await restoreProfile<Profile>()) ?? (stored.profile as Profile | undefined);
  const own = profile?.user_id === stored.user_id ? profile : null;
  pageSession.find(stored.token, own);
  // The session was first read before this script was loaded; another user may have signed in since.
  whenIdle(() => void readSession().then((now) => now && now.token !== stored.token && giveUpPage()));
  const locked = isLocked(stored.last_used, seconds());
  const open = () => pageSession.open(locked);
  if (!locked) open();
  // An answer of the server opens the app without the password. Without one the lock is shown after a while, also when the connection only hangs.
  const late = setTimeout(open, PATIENCE_MS);
  await confirmSession(() => open() || pageSession.miss());
  clearTimeout(late);
}

/** Follows the server's refusals, the other tabs and the use of this tablet. */
function watch(): void {
  pageSession.subscribe(() => {
    const token = pageToken();
    // A token that the server refuses is worthless, even if the disk fails to delete it.
    if (pageSession.state() === 'refused') void endSession().catch(() => leave(token));
  });
  // Use in the foreground is recorded every minute. After 12 h without use the lock is shown, unless the server answers.
  const look = async () => {
    const { profile } = pageSession.read();
    if (!profile || document.visibilityState !== 'visible') return;
    const stored = await readSession();
    // Another tab signed out. Without a server no refused call would reveal it.
    if (stored === null) return leave(pageToken());
    if (!stored) return;
    // Another tab signed in another user, to whom the tablet now belongs.
    if (stored.user_id !== profile.user_id) return giveUpPage();
    const session = pageSession.read();
    if (session.state === 'in' && !isLocked(stored.last_used, seconds())) {
      await changeSession(stored.token, { last_used: seconds() });
      if (Date.now() - session.confirmedAt < FRESH_MS) return;
      // The user may have another role or hub by now. The server checks it at every call, but the name and the menu come from the profile.
    } else pageSession.lock();
    await confirmSession();
  };
  document.addEventListener('visibilitychange', () => void look());
  window.addEventListener('online', () => void look());
  setInterval(() => void look(), 60_000);
}

/** The user, role and hub, which decide what rows a person sees. */
const sightOf = ({ user_id, role, seller }: Profile) => [user_id, role, seller?._id].join();

/**
 * Shows a profile that the server sent for this token; `store` writes it on the disk. Where the person sees other rows from now on, all reads start
 * over; then it resolves to true. Does nothing once the page does not hold the token any more.
 */
export async function show(
  token: string,
  profile: Profile,
  confirmedAt: number,
  store: () => Promise<void>,
): Promise<boolean> {
  const before = pageSession.readsOf();
  const others = before !== null && sightOf(before) !== sightOf(profile);
  const enter = async () => {
    if (!pageSession.holds(token)) return;
    keepProfile(profile);
    await store();
    pageSession.confirm(token, profile, confirmedAt);
  };
  await (others ? startReadsOver(enter) : enter());
  return others;
}

/**
 * Asks the server who the user is, at start, after coming back, and every five minutes of use. Writes the profile and the time of use; clears the
 * reads of another role or hub, and the lock. `unanswered` is called when no answer came.
 */
export async function confirmSession(unanswered?: () => void): Promise<void> {
  const tokenBefore = pageToken();
  if (tokenBefore === null) return;
  try {
    const profile = await profileIn((await callPath('GET', 'administrator/read_delegate', {})) as Delegate);
    // The user signed out, or another one signed in, while the answer was under way.
    if (!pageSession.holds(tokenBefore)) return;
    await show(tokenBefore, profile, Date.now(), () =>
      changeSession(tokenBefore, { profile, last_used: seconds(), wrong: 0 }),
    );
  } catch (error) {
    if (!(error instanceof CallError && error.code === 401)) unanswered?.();
  }
}

/**
 * Ends the session on this tablet without telling the server, when another officer takes the tablet or the password is forgotten. The queue waits
 * for its owner (SYNC rules 40, 42). Rejects when the disk keeps the token; then nothing has changed.
 */
export async function endSession(): Promise<void> {
  const token = pageToken();
  // Only this page's own token: another tab may have signed in another user.
  await clearSession(token);
  await leave(token);
}

/** Clears profile and reads, if the page still holds this token: a user who signed in meanwhile stays. */
export async function leave(token: string | null): Promise<void> {
  if (!pageSession.leave(token)) return;
  const stored = await readSession();
  // The data stored on this tablet belongs to another user by now.
  if (stored && stored.token !== token) return giveUpPage();
  await forgetAll();
  pageSession.out();
}

/** The profile goes last: at the next start it says that something was left behind. */
async function forgetAll(): Promise<void> {
  try {
    await forgetReads();
  } finally {
    // A sign-in that came meanwhile stores, or has stored, its own.
    if (pageSession.state() === 'leaving' || pageSession.state() === 'starting') forgetProfile();
  }
}
