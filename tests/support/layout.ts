/** What a machine sees of a crowded page. */
import type { Page } from '@playwright/test';

/** How far the page itself, not a box in it, scrolls sideways; and texts that are cut off without a mark. */
export const sideways = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth > clientWidth + 1 ? [`${scrollWidth} px on ${clientWidth}`] : [];
  });

/** Buttons that lie on one another outside a table, and notices whose words have no room beside their button. */
export const crowded = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = [];
    const buttons = [...document.querySelectorAll<HTMLElement>('#screen button, #screen a[href]')].filter(
      (one) => one.checkVisibility() && !one.closest('table, [role="table"], [data-bottom-bar], p, header'),
    );
    const boxes = buttons.map((one) => one.getBoundingClientRect());
    for (const [at, one] of boxes.entries())
      for (const [more, other] of boxes.entries())
        if (
          more > at &&
          Math.min(one.right, other.right) - Math.max(one.left, other.left) > 4 &&
          Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 4
        )
          found.push(`on one another: "${buttons[at]?.ariaLabel}" "${buttons[more]?.ariaLabel}"`);
    for (const words of document.querySelectorAll<HTMLElement>(
      '#screen :is([role="status"], [role="alert"]).rounded-card > div',
    ))
      if (words.clientWidth < 150) found.push(`${words.clientWidth} px for "${words.textContent}"`);
    return found;
  });
