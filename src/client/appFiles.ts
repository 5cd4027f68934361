/** Files of the app itself that are fetched when they are needed: before the worker holds them all, one may not come. */
import { contactStore, probe } from './online.ts';

/** How long a file that did not come is left alone, where nothing tells that contact is back. */
const AGAIN_MS = 5_000;

/** Whether this is a file that did not come, in the words of the three browser families and of the bundler; anything else is a mistake of ours. */
export function didNotCome(error: unknown): boolean {
  return error instanceof Error && /dynamically imported module|module script failed|preload CSS/i.test(error.message);
}

/** Resolves at the next answer of the server, at the latest after {@link AGAIN_MS}. */
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

/** Fetches a file of the app, again and again until it came. `gone`: told when the server answers, but no longer has this file. */
export async function untilItComes<T>(load: () => Promise<T>, gone?: () => void): Promise<T> {
  let answered = false;
  for (;;) {
    try {
      return await load();
    } catch (error) {
      if (!didNotCome(error)) throw error;
      if (answered) {
        gone?.();
        await aMoment();
      }
      answered = await probe();
      if (!answered) await aMoment();
    }
  }
}
