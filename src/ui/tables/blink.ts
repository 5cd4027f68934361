/** Highlights once the figures and cells of the screen that have just changed. It observes the DOM, so screens need no code for it. */

/** The elements that blink: a cell of a table, a figure, or a whole new row. */
const PLACES = 'td, .figures';
/** If more elements change at once, another list is shown, and nothing blinks. */
const MOST = 24;
const LONG_MS = 1_600;

/** Observes changes in `root` from now on. The returned function ends the observation and lets the changed elements blink. */
export function watchChanges(root: Element): () => void {
  const records: MutationRecord[] = [];
  const watch = new MutationObserver((some) => void records.push(...some));
  watch.observe(root, { subtree: true, childList: true, characterData: true });
  return () => {
    records.push(...watch.takeRecords());
    watch.disconnect();
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const places = changedPlaces(records);
    if (places.size > MOST) return;
    for (const place of places) blink(place);
  };
}

/** The cells, figures and new rows that these records changed. */
function changedPlaces(records: readonly MutationRecord[]): ReadonlySet<Element> {
  const removed = new Set(records.flatMap(({ removedNodes }) => [...removedNodes]));
  const rows = new Set<Element>();
  const places = new Set<Element>();
  for (const { target, addedNodes } of records) {
    for (const node of addedNodes) if (node instanceof HTMLTableRowElement && !removed.has(node)) rows.add(node);
    const place = (target instanceof Element ? target : target.parentElement)?.closest(PLACES);
    if (place?.isConnected && !isCounter(place)) places.add(place.closest('td') ?? place);
  }
  for (const row of rows) {
    for (const place of places) if (row.contains(place)) places.delete(place);
    if (row.isConnected && !row.closest('thead')) places.add(row);
  }
  return places;
}

/** The number of a row is its position; it changes with every new row above it, so it does not blink. */
function isCounter(place: Element): boolean {
  const cell = place.closest('td');
  const head = cell?.closest('table')?.querySelectorAll('thead th')[cell.cellIndex];
  return head?.textContent === '#';
}

const blink = (place: Element) =>
  void place.animate([{ backgroundColor: 'var(--accent-soft)', offset: 0 }], {
    duration: LONG_MS,
    easing: 'ease-out',
  });
