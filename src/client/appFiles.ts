/** Loads files of the app on demand. Before the service worker has cached all of them, a load may fail. */
import { contactStore, probe } from './online.ts';

/** The delay before a file is loaded again when no answer of the server comes earlier, ms. */
const AGAIN_MS = 5_000;

/** true: the error says that a file could not be loaded, by the messages of the three browser families and of the bundler. Any other error is a bug. */
export function isFileMissing(error: unknown): boolean {
  return error instanceof Error && /dynamically imported module|module script failed|preload CSS/i.test(error.message);
}

/** Resolves at the next answer of the server, or after {@link AGAIN_MS}. */
function aMoment(): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const timer = setTimeout(done, AGAIN_MS);
    const stop = contactStore.subscribe(() => contactStore.read().online && done());
  });
}

/** Loads a file of the app and repeats until it succeeds. `gone` is called when the server answers but no longer has the file. */
export async function loadUntilItSucceeds<T>(load: () => Promise<T>, gone?: () => void): Promise<T> {
  let answered = false;
  for (;;) {
    try {
      return await load();
    } catch (error) {
      if (!isFileMissing(error)) throw error;
      if (answered) {
        gone?.();
        await aMoment();
      }
      answered = await probe();
      if (!answered) await aMoment();
    }
  }
}
