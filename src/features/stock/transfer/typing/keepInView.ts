/** Keeps the line that is typed for, or that was just added, in the part of the list that a person sees. */

/**
 * Scrolls the list alone until the whole row is under its head and over the keys; `scrollIntoView` would scroll the page too. On a phone the keys lie over the end of the
 * list, so the list gets that much room below its last row. The pad grows by the message of a figure, so the row moves with it until the returned function is called.
 */
export function keepInView(body: HTMLElement | null, row: HTMLElement | undefined): (() => void) | undefined {
  const list = body?.closest<HTMLElement>('[data-lines]');
  if (!list) return;
  const keys = sheet();
  const show = () => {
    // Closed keys cover nothing.
    const open = sheet();
    const top = open?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY;
    const covered = Math.max(0, list.getBoundingClientRect().bottom - top);
    list.style.paddingBottom = open && row ? `${covered}px` : '';
    // In a low window the lines and what may come next are one list.
    const isOwn = list.scrollHeight > list.clientHeight;
    if (row) scrollTo(isOwn || !list.parentElement ? list : list.parentElement, row, top);
  };
  show();
  if (!keys || !row) return;
  const sizes = new ResizeObserver(show);
  sizes.observe(keys);
  return () => sizes.disconnect();
}

/** The keys where they lie over the list; null: they are beside it, or are closed. */
function sheet(): Element | null {
  const keys = document.querySelector('[data-keys]');
  return keys && getComputedStyle(keys).position === 'fixed' && keys.clientHeight > 0 ? keys : null;
}

/** `end`: where the keys begin, px of the window. */
function scrollTo(list: Element, row: HTMLElement, end: number): void {
  const head = row.closest('table')?.tHead;
  const frame = list.getBoundingClientRect();
  const { top, bottom } = row.getBoundingClientRect();
  const above = frame.top + (head && getComputedStyle(head).position === 'sticky' ? head.offsetHeight : 0) - top;
  const below = bottom - Math.min(frame.bottom, end);
  if (above > 0) list.scrollTop -= above;
  else if (below > 0) list.scrollTop += below;
}
