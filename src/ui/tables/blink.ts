/** Shows once which figures and cells of the screen have just changed. It looks at what was drawn anew, so that no screen must know of it. */

/** What blinks: a cell of a table, a figure, or a whole row that is new. */
const PLACES = 'td, .figures';
/** Where more changes at once, another list is shown, and nothing blinks. */
const MOST = 24;
const LONG_MS = 1_600;

/** Watches what is drawn in `root` from now on. The returned function ends the watch and lets blink what has changed. */
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

/** The number of a row says where the row stands, and moves with every row above it. */
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
