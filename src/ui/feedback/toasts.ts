/** The store of the toasts on screen (SHELL-33..35, F3, F19). It is outside React so that any module can show a toast. */
/** `spoken`: only for screen readers, because the screen itself shows it. */
export type ToastTone = 'good' | 'bad' | 'info' | 'connection' | 'spoken';
export interface Toast {
  id: number;
  tone: ToastTone;
  text: string;
  action?: { label: string; run: () => void } | undefined;
  /** The screen whose write failed. The toast goes when the person leaves that screen (messagesPlace.ts). */
  at?: string | undefined;
}

/**
 * How long a toast stays, in ms: 6,000 (CONST-13). Errors stay until they are closed or for 30 s, because 6 s are too short to read one at work
 * (F19).
 */
const LIFE = { good: 6_000, info: 6_000, spoken: 6_000, connection: 6_000, bad: 30_000 } as const;

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly Toast[]) {
  toasts = next;
  for (const listener of listeners) listener();
}

/** The largest number of toasts on screen. */
const ROOM = 4;

/**
 * Shows a text at the bottom right; each line of the text is on a line of its own. A repeated text is shown once. If there are too many toasts,
 * other toasts are removed before errors (F3).
 */
export function toast(tone: ToastTone, text: string, action?: Toast['action']): void {
  show(tone, text, action);
}

/** The same; returns the id of the toast. */
function show(tone: ToastTone, text: string, action?: Toast['action'], at?: string): number {
  lastId += 1;
  const one: Toast = { id: lastId, tone, text, action, at };
  const all = [...toasts.filter((known) => known.text !== text), one];
  const errors = all.filter((known) => known.tone === 'bad').slice(-ROOM);
  const others = all.filter((known) => known.tone !== 'bad').slice(-Math.max(1, ROOM - errors.length));
  change(all.filter((known) => errors.includes(known) || others.includes(known)));
  const life = LIFE[tone];
  if (Number.isFinite(life)) setTimeout(() => closeToast(one.id), life);
  return one.id;
}

export function closeToast(id: number): void {
  if (toasts.some((known) => known.id === id)) change(toasts.filter((known) => known.id !== id));
}

/**
 * The error toasts of one form. What was refused is answered when the same form is sent again: `over` closes the last one. `of`: which of several records
 * or calls it is about.
 */
export function makeRefusalToast() {
  let last: { id: number; of: string } | null = null;
  return {
    /** Returns the id of the toast. */
    show(text: string, of = ''): number {
      last = { id: show('bad', text, undefined, globalThis.location?.pathname), of };
      return last.id;
    },
    over(of = ''): void {
      if (last?.of !== of) return;
      closeToast(last.id);
      last = null;
    },
    /** Closes the last one, whatever it is about. */
    end(): void {
      if (last) closeToast(last.id);
      last = null;
    },
  };
}

/** Closes all toasts when the connection is back, except errors, which stay until they are read (SHELL-34, F3). */
export function closeToastsOnReconnect(): void {
  change(toasts.filter((known) => known.tone === 'bad'));
}

export const toastStore = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: () => toasts,
};
