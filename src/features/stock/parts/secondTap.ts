/** A finger that taps twice: the second tap must not meet what stands there after the first. */

/** How long after a tap another one belongs to it, ms. */
const SECOND_TAP_MS = 400;

/** What hears taps, and was pressed by a key where `detail` is 0. */
interface Press {
  detail: number;
}

let last = Number.NEGATIVE_INFINITY;

/** A tap did something, or a screen came by one, and what stands there now is something else. */
export const tapped = (): void => {
  last = performance.now();
};

/** Whether this press is the second of two taps. A press by a key never is. */
export const isSecondTap = ({ detail }: Press): boolean => detail > 0 && performance.now() - last < SECOND_TAP_MS;

/** The same where only a phone has another button in the place of the first one. */
export const isSecondTapOnPhone = (press: Press): boolean =>
  isSecondTap(press) && matchMedia('(width < 40rem)').matches;
