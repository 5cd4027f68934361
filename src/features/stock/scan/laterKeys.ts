/**
 * Keys that waited for a scan. When it is a key's turn, the element that has the focus by then gets it, as if it were pressed at that moment: a name
 * that was typed behind a figure goes to the search, whatever had the focus when it was typed.
 */

const later = new WeakSet<Event>();

/** Whether the event is a key that waited. The scanner and the keys of a desk have seen it already. */
export const isLater = (event: Event): boolean => later.has(event);

/** Whether a key changes a text, moves in a list, or closes one. Only such keys wait. */
export const isTextKey = (key: string): boolean =>
  key.length === 1 || ['Backspace', 'Enter', 'Escape', 'ArrowUp', 'ArrowDown'].includes(key);

/**
 * Presses a key in the element that has the focus. Returns true if nothing handled the key and it changed no text, so that an Enter is left for the
 * form.
 */
export function pressLater(key: string): boolean {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
  later.add(event);
  if (!(document.activeElement ?? document.body).dispatchEvent(event)) return false;
  // A listener may have moved the focus, as a letter in a figure does.
  const field = document.activeElement;
  if (!(field instanceof HTMLInputElement) || (key.length > 1 && key !== 'Backspace')) return true;
  const { selectionStart, selectionEnd, value } = field;
  const to = selectionEnd ?? value.length;
  const from = selectionStart ?? value.length;
  const isDeleting = key === 'Backspace';
  field.setRangeText(isDeleting ? '' : key, isDeleting && from === to ? Math.max(0, from - 1) : from, to, 'end');
  const inputType = isDeleting ? 'deleteContentBackward' : 'insertText';
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType, ...(isDeleting ? {} : { data: key }) }));
  return false;
}
