/** Moves the focus automatically: into a dialog that opens, and back when the dialog is gone. */
import type { FocusEvent, MouseEvent } from 'react';

/**
 * Whether the device has a mouse or similar. On a touch screen, a field that takes the focus by itself would open the on-screen keyboard over half
 * of the screen.
 */
export const hasMouse = (): boolean => matchMedia('(pointer: fine)').matches;

const FIELDS =
  'input:not(:disabled, :read-only:not([type="checkbox"], [type="radio"]), [type="file"]), select:not(:disabled), textarea:not(:disabled, :read-only)';

/** The input that has the focus and was not pressed since. */
let fresh: HTMLInputElement | null = null;

/**
 * For an input whose content is replaced more often than corrected, such as a price or an amount: the focus and the first press of the mouse select the
 * whole content, so that what is typed replaces it. The second press places the caret. Without this a press places the caret inside the old figure, and
 * "5" makes 996905 of 99690.
 */
export const selectsWhole = {
  onFocus({ currentTarget: input }: FocusEvent<HTMLInputElement>) {
    fresh = input;
    input.select();
  },
  onMouseDown(event: MouseEvent<HTMLInputElement>) {
    const input = event.currentTarget;
    const isWhole = input.selectionStart === 0 && input.selectionEnd === input.value.length;
    const isFirst = document.activeElement !== input || (fresh === input && isWhole);
    if (event.button === 0 && isFirst && !input.disabled) {
      // The browser's own answer to the press, and to the release of the button, is a caret where the pointer is.
      event.preventDefault();
      input.focus();
      input.select();
    }
    fresh = null;
  },
};

/**
 * The element that gets the first focus in a dialog: a button that is marked `data-first`, because the person asked for what it does. On a desktop also the
 * field with that mark, else the first field, or the first button, which is the safe choice. null leaves it to the library, which takes the close button. It is
 * also null if every button of the dialog gives something up (`data-careful`), because the person may already be pressing Enter.
 */
export function firstFieldOf(panel: HTMLElement | null): HTMLElement | null {
  const answer = panel?.querySelector<HTMLElement>('button[data-first]:enabled');
  if (answer) return answer;
  if (!panel || !hasMouse() || panel.querySelector('[data-careful]')) return null;
  return (
    panel.querySelector<HTMLElement>('[data-first]:enabled') ??
    panel.querySelector<HTMLElement>(FIELDS) ??
    panel.querySelector<HTMLElement>('[data-actions] button:enabled')
  );
}

/** The focused element and its focusable ancestors (a table, the screen), from the inside out. */
export function focusPath(): HTMLElement[] {
  const path: HTMLElement[] = [];
  const begun = document.activeElement;
  for (let at: Element | null = begun; at; at = at.parentElement)
    if (at instanceof HTMLElement && at !== document.body && (at === begun || at.hasAttribute('tabindex')))
      path.push(at);
  return path;
}

/** Returns the focus to the first element of the path that still exists and is enabled; the pressed element may be gone with its row, or disabled. */
export function focusAgain(path: readonly HTMLElement[]): void {
  const at = path.find((element) => element.isConnected && !element.matches(':disabled'));
  // An ancestor such as a table is not scrolled into view: nothing moves under a finger.
  at?.focus({ preventScroll: at !== path[0] });
}

/** For a control that removes itself ("Clear filters"): moves the focus to the list's search on a desktop, to the screen on a touch device. */
export function focusList(): void {
  const [, ...around] = focusPath();
  const search = hasMouse() && document.querySelector<HTMLElement>('main input[type="search"]');
  (search || around[0])?.focus({ preventScroll: true });
}

/**
 * Remembers the focused text field, if any. The returned function, called after its form was mounted again, focuses the field of the same name, and
 * selects all of its text if all was selected. It does nothing if the focus was not lost.
 */
export function fieldInFocus(): (() => void) | null {
  const field = document.activeElement;
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) || !field.form || !field.name)
    return null;
  const { name, selectionStart: start, selectionEnd: end, value } = field;
  const form = [...document.forms].indexOf(field.form);
  return () => {
    if (document.activeElement !== document.body) return;
    const next = document.forms[form]?.elements.namedItem(name);
    if (!(next instanceof HTMLInputElement || next instanceof HTMLTextAreaElement)) return;
    next.focus({ preventScroll: true });
    if (value !== '' && start === 0 && end === value.length) next.select();
    else if (end !== null) next.setSelectionRange(next.value.length, next.value.length);
  };
}
