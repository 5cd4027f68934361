/** A press is painted before its reads are sent (decision 1023). */
import { afterPaint } from '../afterPaint.ts';

/** A read within this time of a press belongs to it, and waits at most as long for the paint, ms. */
const PRESS_MS = 200;

/** When somebody last pressed something on this page, epoch ms. */
let pressedAt = 0;
globalThis.addEventListener?.(
  'click',
  () => {
    pressedAt = Date.now();
  },
  { capture: true, passive: true },
);

/** A screen that a press opens sends half a dozen reads, which costs a slow tablet 3 ms each: the browser paints it first. */
export async function pressPainted(): Promise<void> {
  if (Date.now() - pressedAt > PRESS_MS || document.visibilityState !== 'visible') return;
  await new Promise<void>((resolve) => {
    afterPaint(resolve);
    // A window that draws nothing reads all the same.
    setTimeout(resolve, PRESS_MS);
  });
}
