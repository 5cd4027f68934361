/** Work on lists as long as the catalogue, in slices that a key press does not feel. */

/** The number of rows folded between two looks at the clock. */
const STEP = 64;
/** How long one idle task folds rows, ms. */
const SLICE_MS = 6;
/** How long the first list of a field waits, so that its first key press is answered, ms. A later list has little to fold. */
export const FIRST_MS = 100;

/** Lists that are processed in slices, the first one now. Words come before codes so that a search answers in half the time. */
const inTurn: object[] = [];
/** How long a list waits before it looks whether it is its turn, ms. */
const TURN_MS = 20;

/**
 * Processes a long list in idle slices, one list after another, and calls `done` when all of it is processed. `now`: a clock in ms. Returns a function that stops
 * it.
 */
export function inSlices(
  makeReady: (count: number) => boolean,
  done?: () => void,
  now: () => number = () => performance.now(),
  wait = FIRST_MS,
): () => void {
  let at = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const mine = {};
  const leave = () => void (inTurn.includes(mine) && inTurn.splice(inTurn.indexOf(mine), 1));
  const slice = () => {
    if (!inTurn.includes(mine)) inTurn.push(mine);
    if (inTurn[0] !== mine) {
      timer = setTimeout(slice, TURN_MS);
      return;
    }
    const until = now() + SLICE_MS;
    // A list that fails gives its turn away too.
    let isOver = true;
    try {
      do {
        at += STEP;
        if (makeReady(at)) return done?.();
      } while (now() < until);
      isOver = false;
    } finally {
      if (isOver) leave();
    }
    timer = setTimeout(slice);
  };
  // Starts after the frames that show the list, so that it does not delay the first key press.
  const frame = wait > 0 ? requestAnimationFrame(() => (timer = setTimeout(slice, wait))) : 0;
  if (frame === 0) timer = setTimeout(slice);
  return () => {
    leave();
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
