/** What is typed after Ctrl + K while the file of the command bar still comes. The first load has this, so it is as small as it can be. */
let typed: string | null | undefined;

const onKey = (event: KeyboardEvent) => {
  const { key } = event;
  const isLetter = !key[1];
  if (typed == null || event.ctrlKey || event.metaKey || !(isLetter || key === 'Backspace' || key === 'Enter')) return;
  event.preventDefault();
  event.stopPropagation();
  // Enter is for what the bar finds, and it has found nothing yet.
  if (isLetter) typed += key;
  else if (key !== 'Enter') typed = typed.slice(0, -1);
};

/** Keeps the letters from now on, the first time that the bar is asked for. `ready`: its file came, or could not be loaded. */
export function keepEarly(ready: Promise<void>): void {
  if (typed !== undefined) return;
  typed = '';
  addEventListener('keydown', onKey, true);
  // A bar that could not be loaded takes nothing; then typing must go where it went before.
  void ready.then(() => setTimeout(takeEarly, 500));
}

/** The kept letters, once; from now on the keys go where the focus is. */
export function takeEarly(): string {
  const taken = typed ?? '';
  typed = null;
  return taken;
}
