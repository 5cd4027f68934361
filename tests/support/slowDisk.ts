/** The disk of a device, as slow as a test needs it. */
import type { Page } from '@playwright/test';

interface Slow {
  letGo(): void;
  refuses(on: boolean): void;
}
export const slow = (page: Page, work: (on: Slow) => void) => page.evaluate(`(${work.toString()})(globalThis.slow)`);

/** From now on the device's disk answers no write to the queue until it is let go. */
export const hold = (page: Page) =>
  page.evaluate(async () => {
    const { add, put } = IDBObjectStore.prototype;
    const refuse = () => {
      throw new DOMException('The disk refuses.', 'DataError');
    };
    let held = true;
    const opened = indexedDB.open('outbox');
    const database = await new Promise<IDBDatabase>((resolve) => {
      opened.onsuccess = () => resolve(opened.result);
    });
    // A transaction that goes on asking keeps all later ones waiting.
    const store = database.transaction(['ops'], 'readwrite').objectStore('ops');
    const goOn = () => {
      if (held) store.count().onsuccess = goOn;
      else database.close();
    };
    goOn();
    Object.assign(globalThis, {
      slow: {
        letGo: () => {
          held = false;
        },
        refuses: (on: boolean) =>
          Object.assign(IDBObjectStore.prototype, on ? { add: refuse, put: refuse } : { add, put }),
      },
    });
  });
