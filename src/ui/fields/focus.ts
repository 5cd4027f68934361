/** Where the focus goes by itself: into what opens, and back when that is gone. */

/** A keyboard and a mouse. Where fingers type, a field that takes the focus unasked brings the keyboard over half of the screen. */
export const isDesk = (): boolean => matchMedia('(pointer: fine)').matches;

const FIELDS =
  'input:not(:disabled, :read-only:not([type="checkbox"], [type="radio"]), [type="file"]), select:not(:disabled), textarea:not(:disabled, :read-only)';

/**
 * What a dialog begins with at a desk: its first field, or the first of its buttons, which is the safe choice; null: the library's own choice,
 * the cross in the corner. So it is where every button of it gives something up (`data-careful`): Enter may be on its way already.
 */
export function firstFieldOf(panel: HTMLElement | null): HTMLElement | null {
  if (!panel || !isDesk() || panel.querySelector('[data-careful]')) return null;
  return panel.querySelector<HTMLElement>(FIELDS) ?? panel.querySelector<HTMLElement>('[data-actions] button:enabled');
}

/** What has the focus now and what is around it that may have it (a table, the screen), from the inside out. */
export function focusPath(): HTMLElement[] {
  const path: HTMLElement[] = [];
  const begun = document.activeElement;
  for (let at: Element | null = begun; at; at = at.parentElement)
    if (at instanceof HTMLElement && at !== document.body && (at === begun || at.hasAttribute('tabindex')))
      path.push(at);
  return path;
}

/** Gives the focus back: what was pressed may be gone with its row, or be locked by now; then to the nearest around it. */
export function focusAgain(path: readonly HTMLElement[]): void {
  const at = path.find((element) => element.isConnected && !element.matches(':disabled'));
  // A whole table or screen is not brought into sight: nothing moves under a finger.
  at?.focus({ preventScroll: at !== path[0] });
}

/** Before what has the focus goes with what it does ("Clear filters"): to the list's search at a desk, to the screen where fingers type. */
export function focusList(): void {
  const [, ...around] = focusPath();
  const search = isDesk() && document.querySelector<HTMLElement>('main input[type="search"]');
  (search || around[0])?.focus({ preventScroll: true });
}

/**
 * The field that is typed in, if any: call what is given once its form was drawn anew, and the field of the same name has the focus, all of it
 * selected if all of it was. Without effect where the focus was not lost.
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
