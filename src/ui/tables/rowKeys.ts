/** Keys and clicks of rows that can be opened. */
import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect } from 'react';

/** Whether a click belongs to the row itself: not to a control in it, nor to a menu or a dialog that was opened from it. */
export const isOfRow = ({ target, currentTarget }: MouseEvent) =>
  target instanceof Element &&
  currentTarget.contains(target) &&
  target.closest('a,button,input,select,label,[popover]') === null;

/** With the focus on the table itself, Arrow Down moves to its first row. */
export function enterRows(event: KeyboardEvent<HTMLElement>) {
  if (event.target !== event.currentTarget || event.key !== 'ArrowDown') return;
  event.preventDefault();
  event.currentTarget.querySelector<HTMLElement>('tbody tr[tabindex]')?.focus();
}

/** The next row that can be opened; skips the line over a group. */
function beside(row: Element, way: 'nextElementSibling' | 'previousElementSibling'): Element | null {
  const next = row[way];
  return next?.classList.contains('group-head') ? beside(next, way) : next;
}

/** The rows that Shift with arrows chose: where they begin, and the last one. */
let range: { from: Element; to: Element } | null = null;

/** Moves to the next row. Shift with an arrow chooses both rows; on the way back to where Shift began it lets go of the row that is left. */
function moveTo(next: HTMLElement, row: Element | null, { key, shiftKey }: { key: string; shiftKey: boolean }) {
  next.focus();
  if (!shiftKey || !row || !key.startsWith('Arrow')) return;
  const from = range?.to === row ? range.from : row;
  const isBack = row !== from && isAfter(from, row) !== isAfter(row, next);
  tick(row, !isBack);
  tick(next, true);
  range = { from, to: next };
}

const isAfter = (one: Element, other: Element) =>
  (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

function tick(row: Element, on: boolean) {
  const box = row.querySelector<HTMLInputElement>('[data-choose]');
  if (box && box.checked !== on) box.click();
}

/** `peek`: shows the record beside the list. */
export function moveOrOpen(event: KeyboardEvent<HTMLTableRowElement>, open: () => void, peek?: () => void) {
  if (event.target !== event.currentTarget) return;
  const row = event.currentTarget;
  const next =
    event.key === 'ArrowDown' || event.key === 'j'
      ? beside(row, 'nextElementSibling')
      : event.key === 'ArrowUp' || event.key === 'k'
        ? beside(row, 'previousElementSibling')
        : null;
  if (next instanceof HTMLElement) {
    event.preventDefault();
    moveTo(next, row, event);
  }
  if (event.key === 'x') row.querySelector<HTMLElement>('[data-choose]')?.click();
  if (event.key === ' ' && peek) {
    // The list must not scroll.
    event.preventDefault();
    peek();
  }
  if (event.key === 'Enter') {
    // The key press must not reach the screen that opens: it would submit the form there.
    event.preventDefault();
    open();
  }
}

const DOWN = ['ArrowDown', 'j'];
const UP = ['ArrowUp', 'k'];
/** Elements in which letters and arrows have another meaning, and open lists and menus. */
const TAKEN =
  'input:not([data-choose]),textarea,select,[contenteditable],[role="combobox"],[role="listbox"],[role="menu"],[popover]';

/**
 * The row that a key leads to from the current focus: from within a row (its link, its tick) to the next or previous row; from the page itself to the first row, or the
 * last one with an upward key. Letters work everywhere on the page; arrows do not work from buttons, links and fields, which use them themselves.
 */
function rowFrom(key: string, target: Element, body: HTMLElement): Element | null {
  const way = DOWN.includes(key) ? 'nextElementSibling' : UP.includes(key) ? 'previousElementSibling' : null;
  if (way === null || target.closest(TAKEN) || document.querySelector('[data-panel]')) return null;
  const row = body.contains(target) ? target.closest('tr') : null;
  if (row) return beside(row, way);
  if (key.startsWith('Arrow') && target.closest('a,button,summary')) return null;
  const rows = body.querySelectorAll('tr[tabindex]');
  return rows[way === 'nextElementSibling' ? 0 : rows.length - 1] ?? null;
}

/** The keys of a list that is the page: they work from the page itself and from any part of a row. `on`: its rows can be opened. */
export function useListKeys(body: RefObject<HTMLElement | null>, on: boolean) {
  useEffect(() => {
    if (!on) return;
    const onKey = (event: globalThis.KeyboardEvent) => {
      const { key, target } = event;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (!(target instanceof Element) || !body.current) return;
      const next = rowFrom(key, target, body.current);
      if (!(next instanceof HTMLElement)) return;
      event.preventDefault();
      moveTo(next, target.closest('tr[tabindex]'), event);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [body, on]);
}
