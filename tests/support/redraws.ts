/** How often React draws a part of the screen, by what it tells developer tools about each commit. It tells them in a production build too. */
import type { Page } from '@playwright/test';

interface Fiber {
  tag: number;
  flags: number;
  stateNode: unknown;
  child: Fiber | null;
  sibling: Fiber | null;
}

interface Counting {
  redraws: number;
}

/** Counts from the next page on how often the component that has the element `selector` is drawn: the nearest function component above it. */
export async function countRedraws(page: Page, selector: string): Promise<void> {
  await page.addInitScript((wanted: string) => {
    const counting: Counting = { redraws: 0 };
    let last: Fiber | null = null;
    /** The way from a fiber down to the element. */
    const wayTo = (fiber: Fiber | null, element: Element): Fiber[] | null => {
      for (let one = fiber; one; one = one.sibling) {
        if (one.stateNode === element) return [];
        const rest = wayTo(one.child, element);
        if (rest) return [one, ...rest];
      }
      return null;
    };
    // Function components, also those in memo().
    const isComponent = ({ tag }: Fiber) => tag === 0 || tag === 14 || tag === 15;
    const onCommitFiberRoot = (_: number, { current }: { current: Fiber }) => {
      const element = document.querySelector(wanted);
      const drawn = element && wayTo(current, element)?.findLast(isComponent);
      if (!drawn) return;
      // React draws into two fibers in turn. A component that was left alone keeps its fiber, or gets one without the mark of work.
      if (drawn !== last && (drawn.flags & 1) === 1) counting.redraws += 1;
      last = drawn;
    };
    const nothing = () => undefined;
    Object.assign(globalThis, {
      counting,
      __REACT_DEVTOOLS_GLOBAL_HOOK__: {
        ...{ isDisabled: false, supportsFiber: true, inject: () => 1, checkDCE: nothing },
        ...{ onCommitFiberRoot, onPostCommitFiberRoot: nothing, onCommitFiberUnmount: nothing },
      },
    });
  }, selector);
}

/** How often it was drawn since this was last called. */
export const redrawsOf = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { counting } = globalThis as unknown as { counting: Counting };
    const { redraws } = counting;
    counting.redraws = 0;
    return redraws;
  });
