import { useEffect, useLayoutEffect } from 'react';

type Placing = typeof import('./messagesPlace.ts');

/** Where messages stand is worked out by a file of its own, which loads after the screen. */
let placing: Placing | null = null;
const load = async (): Promise<Placing> => {
  placing = await import('./messagesPlace.ts');
  return placing;
};

/** How long after the first screen the file is loaded, in ms. A message that comes earlier loads it. */
const LATER = 3_000;

/** Runs `begin` of the loaded file, and later what it returned. Without the file the messages are in their corner. */
function during(begin: (it: Placing) => () => void): () => void {
  let stop: (() => void) | undefined;
  let isOver = false;
  if (placing) stop = begin(placing);
  else
    load()
      .then((it) => {
        if (!isOver) stop = begin(it);
      })
      .catch(() => undefined);
  return () => {
    isOver = true;
    stop?.();
  };
}

/** For an open dialog: messages leave its head and its buttons free (SHELL-35). */
export function useMessagesBeside(): void {
  useEffect(() => during((it) => it.placeBeside()), []);
}

/** For the messages: places them at each change before they are painted, and again while the page under them changes or scrolls (SHELL-35). */
export function useMessagesPlace(messages: readonly unknown[]): void {
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => undefined), LATER);
    return () => clearTimeout(timer);
  }, []);
  useLayoutEffect(() => {
    if (messages.length > 0) return during((it) => it.keepPlaced());
    placing?.endStrip();
  }, [messages]);
}
