/** Keeps the row that is being typed for, or was just added, in the visible part of the list. */

/**
 * Scrolls only the list until the whole row is below the list's head and above the keys; `scrollIntoView` would scroll the page too. On a phone the
 * keys cover the end of the list, so the list gets that much padding at its end. A message makes the keys higher, so the row is kept in view until
 * the returned function is called.
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
    // In a low window the lines and the likely goods scroll as one list.
    const isOwn = list.scrollHeight > list.clientHeight;
    if (row) scrollTo(isOwn || !list.parentElement ? list : list.parentElement, row, top);
  };
  show();
  if (!keys || !row) return;
  const sizes = new ResizeObserver(show);
  sizes.observe(keys);
  return () => sizes.disconnect();
}

/** The keys, if they cover the list. Null: they are beside it, or closed. */
function sheet(): Element | null {
  const keys = document.querySelector('[data-keys]');
  return keys && getComputedStyle(keys).position === 'fixed' && keys.clientHeight > 0 ? keys : null;
}

/** `end`: the upper edge of the keys, px of the window. */
function scrollTo(list: Element, row: HTMLElement, end: number): void {
  const head = row.closest('table')?.tHead;
  const frame = list.getBoundingClientRect();
  const { top, bottom } = row.getBoundingClientRect();
  const above = frame.top + (head && getComputedStyle(head).position === 'sticky' ? head.offsetHeight : 0) - top;
  const below = bottom - Math.min(frame.bottom, end);
  if (above > 0) list.scrollTop -= above;
  else if (below > 0) list.scrollTop += below;
}
