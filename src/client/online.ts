import { isPlain } from './server/shown.ts';
import { apiUrl, tokenHeader } from './server/where.ts';
import { pageToken } from './session/state.ts';

/**
 * The app's belief about the network. The last call decides, not `navigator.onLine` (DESIGN pitfall 13, SYNC rule 23): a verified answer means
 * online, no answer means offline. The browser's events only start a probe earlier.
 */
export interface Contact {
  online: boolean;
  /** The last answer was status 500: the server is there and fails, so nothing can be known. */
  failed: boolean;
  /** Epoch milliseconds of the last verified answer; null before the first. */
  lastContact: number | null;
  /** Seconds by which this device's clock is off (SYNC rule 10). */
  clockSkew: number;
  /** The server's clock at the last verified answer, epoch ms; null until this page heard one. */
  serverTime: number | null;
  /** The epoch of the server's store in the last probe. A new one means that a backup was restored (SYNC rule 35). */
  storeEpoch: string | null;
}

const KEY = 'last_contact';
let state: Contact = {
  online: true,
  failed: false,
  lastContact: remembered(),
  clockSkew: 0,
  serverTime: null,
  storeEpoch: null,
};
const listeners = new Set<() => void>();

function remembered(): number | null {
  try {
    return Number(localStorage.getItem(KEY)) || null;
  } catch {
    return null;
  }
}

function change(next: Partial<Contact>) {
  const before = state;
  state = { ...state, ...next };
  if (
    before.online !== state.online ||
    before.failed !== state.failed ||
    before.clockSkew !== state.clockSkew ||
    before.storeEpoch !== state.storeEpoch ||
    Math.abs((before.lastContact ?? 0) - (state.lastContact ?? 0)) > 5_000
  ) {
    for (const listener of listeners) listener();
  }
}

/** Records a verified answer. `date` is the server's Date header. */
export function noteAnswer(date: string | null): void {
  const now = Date.now();
  const server = date ? Date.parse(date) : Number.NaN;
  const skew = Number.isNaN(server) ? state.clockSkew : Math.round((now - server) / 1_000);
  try {
    localStorage.setItem(KEY, String(now));
  } catch {
    // The time is lost at a restart; nothing else is.
  }
  const serverTime = Number.isNaN(server) ? state.serverTime : server;
  change({ online: true, failed: false, lastContact: now, clockSkew: Math.abs(skew) > 5 ? skew : 0, serverTime });
}

/**
 * Records that a call got no answer; `status`: 500 for a server that is there and fails: the network is not at fault (decision 0941). Without contact the
 * header already says so, and nothing is added.
 */
export function noteNoAnswer(status = 0): void {
  change(status === 500 ? { failed: state.online } : { online: false, failed: false });
}

export const contactStore = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: () => state,
};

/** A clock that is off by more than so many seconds is reported to the user (SYNC rule 10). */
export const CLOCK_TOLERANCE = 300;

/** Probes the server with GET health (a plain server: who is signed in) and a limit of 5 s (B11.1). Resolves to true when it answered. */
export async function probe(): Promise<boolean> {
  let status = 0;
  try {
    const response = await fetch(
      apiUrl(isPlain() ? `administrator/read_delegate/?token=${pageToken() ?? ''}` : 'health'),
      {
        cache: 'no-store',
        redirect: 'error',
        headers: tokenHeader(pageToken()),
        signal: AbortSignal.timeout(5_000),
      },
    );
    ({ status } = response);
    const body: unknown = await response.json();
    if (typeof body !== 'object' || body === null || !('code' in body) || typeof body.code !== 'number')
      throw new TypeError('not ours');
    noteAnswer(response.headers.get('date'));
    const storeEpoch = response.headers.get('x-store-epoch') ?? epochIn(body);
    if (storeEpoch) change({ storeEpoch });
    return true;
  } catch {
    noteNoAnswer(status);
    return false;
  }
}

function epochIn(body: object): string | null {
  const { data } = body as { data?: { store_epoch?: unknown } };
  return typeof data?.store_epoch === 'string' ? data.store_epoch : null;
}

/** Waits between two probes, ms. */
const PROBE_MS = { online: 30_000, offline: 5_000 };

/**
 * The wait until the next probe, ms. Without an answer it is a sixtieth of the time since the last one, within the two limits: a tablet far away from its
 * server saves its battery. It is shortened by chance, so that the tablets of a site do not all return at once. Without a network the browser's event
 * comes earlier.
 */
function untilProbe(): number {
  const { online, lastContact } = state;
  if (online || !navigator.onLine) return PROBE_MS.online;
  const grown = (Date.now() - (lastContact ?? Date.now())) / 60;
  return Math.min(PROBE_MS.online, Math.max(PROBE_MS.offline, grown)) * (1 - Math.random() / 5);
}

/** Probes at once if the page is visible. */
export async function look(): Promise<void> {
  if (document.visibilityState === 'visible') await probe();
}

/**
 * Probes while the page is visible: every 30 s, every 5 s without an answer (decision 1150), and at once on the browser's events. Returns the function that
 * stops it.
 */
export function watchConnection(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  const plan = () => {
    clearTimeout(timer);
    if (!isOver && document.visibilityState === 'visible') timer = setTimeout(lookNow, untilProbe());
  };
  const lookNow = () => void look().then(plan);
  const wentOffline = () => {
    noteNoAnswer();
    lookNow();
  };
  let { online } = state;
  const leave = contactStore.subscribe(() => {
    if (online !== state.online) plan();
    online = state.online;
  });
  window.addEventListener('online', lookNow);
  window.addEventListener('offline', wentOffline);
  document.addEventListener('visibilitychange', lookNow);
  plan();
  if (!navigator.onLine) noteNoAnswer();
  return () => {
    isOver = true;
    clearTimeout(timer);
    leave();
    window.removeEventListener('online', lookNow);
    window.removeEventListener('offline', wentOffline);
    document.removeEventListener('visibilitychange', lookNow);
  };
}
