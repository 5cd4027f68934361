/** Keeps what is typed after Ctrl + K until the command bar is loaded. This file is part of the first load, so it is as small as possible. */
let typed: string | null | undefined;

const onKey = (event: KeyboardEvent) => {
  const { key } = event;
  const isLetter = !key[1];
  if (typed == null || event.ctrlKey || event.metaKey || !(isLetter || key === 'Backspace' || key === 'Enter')) return;
  event.preventDefault();
  event.stopPropagation();
  // Enter is a line break at the end, which the next key removes.
  const text = typed.replace(/\n$/, '');
  if (isLetter) typed = text + key;
  else typed = key === 'Enter' ? `${text}\n` : text.slice(0, -1);
};

/** Keeps the typed letters from the first request for the bar on. `ready`: the bar is loaded, or loading failed. */
export function keepEarly(ready: Promise<void>): void {
  if (typed !== undefined) return;
  typed = '';
  addEventListener('keydown', onKey, true);
  // If the bar could not be loaded, it never takes the letters. Typing then reaches the page again.
  void ready.then(() => setTimeout(takeEarly, 500));
}

/** Returns the kept letters once, with a line break at the end if Enter came last. Later keys reach the focused element again. */
export function takeEarly(): string {
  const taken = typed ?? '';
  typed = null;
  return taken;
}
