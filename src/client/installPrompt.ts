/** The browser's offer to install the app. Chrome makes it once per page, some time after the start; other browsers never make it. */

interface InstallOffer extends Event {
  /** Opens the browser's own question. It can be asked once per offer. */
  prompt(): Promise<unknown>;
}

let offer: InstallOffer | null = null;
const readers = new Set<() => void>();

function set(next: InstallOffer | null) {
  offer = next;
  for (const reader of readers) reader();
}

let watching = false;
/** Keeps the offer for a button of ours, in place of the browser's own strip. */
export function watchInstallOffer(): void {
  if (watching) return;
  watching = true;
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    set(event as InstallOffer);
  });
  addEventListener('appinstalled', () => set(null));
}

export const installOffer = {
  subscribe(reader: () => void) {
    readers.add(reader);
    return () => void readers.delete(reader);
  },
  /** true: {@link installOffer.accept} opens the browser's question. */
  read: () => offer !== null,
  async accept(): Promise<void> {
    const now = offer;
    set(null);
    await now?.prompt().catch(() => undefined);
  },
};
