/** What is pressed with a pointer. A field that is left meanwhile must not move it. */
const PRESSED = ':is(button, a, label, [role="option"]):active';

/**
 * Calls `act` at once, or after the press that is going on. A field shows its message when it is left, and the message moves what stands below: the button
 * that took the focus would be elsewhere when the press ends, and the press would be lost.
 */
export function afterPress(act: () => void): void {
  if (!document.querySelector(PRESSED)) {
    act();
    return;
  }
  const over = new AbortController();
  const end = () => {
    over.abort();
    // The click comes after the pointer is up.
    setTimeout(act);
  };
  for (const way of ['pointerup', 'pointercancel', 'dragend'])
    window.addEventListener(way, end, { capture: true, signal: over.signal });
}
