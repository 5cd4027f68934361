/**
 * The session of this page: one state, changed only by named transitions. A transition lists the states from which it is allowed. From any other state it
 * returns false and changes nothing. session.ts makes the transitions and writes the disk around them.
 */

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
export const requiredPath = ({ must_change, must_register_passkey }: Profile): string | null =>
  must_change ? '/choose-password' : must_register_passkey ? '/register-passkey' : null;

/** A state that lasts. The screens show it. `token` is the token that the calls of this page carry. */
type Lasting =
  /** Nothing is known yet. */
  | { state: 'starting'; profile: null; token: null }
  /** Nobody is signed in. */
  | { state: 'out'; profile: null; token: null }
  /** There is a token, but neither a server nor a stored profile (SHELL-03, B14.8). */
  | { state: 'unreachable'; profile: null; token: string }
  /** `confirmedAt`: when the server last confirmed the user, epoch ms; 0: not since the sign-in or the start. */
  | { state: 'in'; profile: Profile; token: string; confirmedAt: number }
  /** The screens are hidden until the password is entered or the server answers (offlineLock.ts). */
  | { state: 'locked'; profile: Profile; token: string };

/** A step between two lasting states. The screens still show the state before it, `shown`. */
type Step =
  /** The stored session was read. `stored`: its profile, if the tablet has it. */
  | { state: 'found'; token: string; stored: Profile | null; shown: Lasting }
  /** The server accepted a sign-in, and the tablet is storing it. */
  | { state: 'entering'; token: string; shown: Lasting }
  /** The server refused the token, and the tablet is deleting it. */
  | { state: 'refused'; token: string; shown: Lasting }
  /** The tablet is deleting what was read for the user. */
  | { state: 'leaving'; token: null; shown: Lasting }
  /** The page is being reloaded for another user. No transition leads out. */
  | { state: 'givenUp'; token: string | null; shown: Lasting };

export type SessionState = Lasting | Step;

/** The part of the state that screens may see: without the token. */
export type Session = WithoutToken<Lasting>;
type WithoutToken<One> = One extends unknown ? Omit<One, 'token'> : never;

/** The session of one page. `now`: the state in which it begins. */
export function makeSession(now: SessionState = { state: 'starting', profile: null, token: null }) {
  const listeners = new Set<() => void>();
  /** Notifies listeners of changes that screens show, and of a refused token. */
  const become = (next: SessionState) => {
    const before = shown();
    now = next;
    if (before !== shown() || now.state === 'refused') for (const listener of listeners) listener();
    return true;
  };
  const shown = (): Lasting => ('shown' in now ? now.shown : now);
  const step = (state: 'entering' | 'refused', token: string) => become({ state, token, shown: shown() });
  const holds = (token: string) => token === now.token && now.state !== 'refused' && now.state !== 'givenUp';
  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    read: shown,
    state: () => now.state,
    token: () => now.token,
    /** true: the page is signed in with this token, and nothing ends that session right now. */
    holds,
    /** The profile whose rows the tablet has read; null: it has read none. */
    readsOf: () => (now.state === 'found' ? now.stored : shown().profile),

    /** starting: the disk holds a session. */
    find: (token: string, stored: Profile | null) =>
      now.state === 'starting' && become({ state: 'found', token, stored, shown: now }),
    /** found, with a profile: the screens open, or the lock is shown. */
    open(locked: boolean) {
      if (now.state !== 'found' || !now.stored) return false;
      const { token, stored: profile } = now;
      return become(locked ? { state: 'locked', profile, token } : { state: 'in', profile, token, confirmedAt: 0 });
    },
    /** found: no answer came, and there is no profile to show. */
    miss: () => now.state === 'found' && become({ state: 'unreachable', profile: null, token: now.token }),
    /** Any state but `found` and `givenUp`: the calls carry a new token from now on. */
    enter: (token: string) => now.state !== 'found' && now.state !== 'givenUp' && step('entering', token),
    /** Any state that holds this token: the server answered with the profile. Opens the lock. */
    confirm: (token: string, profile: Profile, confirmedAt: number) =>
      holds(token) && become({ state: 'in', profile, token, confirmedAt }),
    /** in: 12 hours passed without use. */
    lock: () => now.state === 'in' && become({ ...now, state: 'locked' }),
    /** locked: the password was right. */
    unlock: () => now.state === 'locked' && become({ ...now, state: 'in', confirmedAt: 0 }),
    /** From any state with this token: the server refused the token. The refusal of a previous token is ignored. */
    refuse: (token: string) => holds(token) && step('refused', token),
    /** Any state with this token but `givenUp`: the calls carry none from now on. */
    leave: (token: string | null) =>
      token === now.token && now.state !== 'givenUp' && become({ state: 'leaving', token: null, shown: shown() }),
    /** starting, leaving: nothing of a user is left on this page. A sign-in that came meanwhile stays. */
    out: () =>
      (now.state === 'starting' || now.state === 'leaving') && become({ state: 'out', profile: null, token: null }),
    /** Any state: the tablet belongs to another user. */
    giveUp: () => become({ state: 'givenUp', token: now.token, shown: shown() }),
  };
}

/** The session of this page. Only src/client makes its transitions. */
export const pageSession = makeSession();

/** The session for the screens: to read and to listen. */
export const sessionStore: { subscribe(listener: () => void): () => void; read(): Session } = {
  subscribe: pageSession.subscribe,
  read: pageSession.read,
};

/** The token that the calls of this page carry; null: none. */
export const pageToken = pageSession.token;

/** true: this page is being reloaded for another user, so no form asks to stay. Unsaved input is in its author's drafts. */
export const isGivenUp = () => pageSession.state() === 'givenUp';
