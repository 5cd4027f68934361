/** Whether this is a moment at which something on the screen may change by itself. */

/** How long after a key, a press or scrolling, and after a movement of the mouse, nothing may change; ms. */
const ACTED_MS = 800;
const MOVED_MS = 300;

/** A menu, a dialog or a list of choices that somebody has opened. */
const OPEN = ':popover-open, dialog[open], [role="dialog"], [role="combobox"][aria-expanded="true"]';

/** Observes keys, presses, scrolling and the mouse from now on. The result is false on a hidden page. */
export function watchQuiet(): () => boolean {
  let quietFrom = 0;
  let pressed = false;
  const until = (ms: number) => {
    quietFrom = Math.max(quietFrom, performance.now() + ms);
  };
  const listen = (types: readonly string[], hear: () => void) => {
    for (const type of types) document.addEventListener(type, hear, { capture: true, passive: true });
  };
  listen(['keydown', 'input', 'wheel', 'scroll', 'touchmove'], () => until(ACTED_MS));
  listen(['pointermove'], () => until(MOVED_MS));
  listen(['pointerdown'], () => {
    pressed = true;
  });
  listen(['pointerup', 'pointercancel', 'dragend'], () => {
    pressed = false;
    until(ACTED_MS);
  });
  return () =>
    document.visibilityState === 'visible' &&
    !pressed &&
    performance.now() >= quietFrom &&
    document.querySelector(OPEN) === null;
}
