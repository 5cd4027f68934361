/** The toasts on screen (SHELL-33..35, F3, F19), outside React so that anything may say something. */
export type ToastTone = 'good' | 'bad' | 'info' | 'connection';
export interface Toast {
  id: number;
  tone: ToastTone;
  text: string;
  action?: { label: string; run: () => void } | undefined;
}

/** 6,000 ms (CONST-13); errors stay until closed or 30 s, too short to read on a floor otherwise (F19). */
const LIFE = { good: 6_000, info: 6_000, connection: 6_000, bad: 30_000 } as const;

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly Toast[]) {
  toasts = next;
  for (const listener of listeners) listener();
}

/** So many stand at once. */
const ROOM = 4;

/** Shows a text bottom-right, each line of it on a line of its own; the same text twice is shown once. Where there is no room others give way before an error does (F3). */
export function toast(tone: ToastTone, text: string, action?: Toast['action']): void {
  lastId += 1;
  const one: Toast = { id: lastId, tone, text, action };
  const all = [...toasts.filter((known) => known.text !== text), one];
  const errors = all.filter((known) => known.tone === 'bad').slice(-ROOM);
  const others = all.filter((known) => known.tone !== 'bad').slice(-Math.max(1, ROOM - errors.length));
  change(all.filter((known) => errors.includes(known) || others.includes(known)));
  const life = LIFE[tone];
  if (Number.isFinite(life)) setTimeout(() => closeToast(one.id), life);
}

export function closeToast(id: number): void {
  if (toasts.some((known) => known.id === id)) change(toasts.filter((known) => known.id !== id));
}

/** Coming back online closes all toasts; errors stay until read (SHELL-34, F3). */
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
