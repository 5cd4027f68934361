/** Which controls of a screen look as if they worked while the server is away, and would not. */
import type { Page } from '@playwright/test';

/** Buttons that do their work on this device. A new button that writes on the server is a `ServerButton` and does not belong here. */
const WORKS_ALONE: readonly RegExp[] = [
  // What was loaded is shown in another way.
  /^(Customise|Filters|More actions|Print|Sales History|Refresh|Download template|Export|Recipients|Search|All \d+|More|Fewer|Show|Hide Start here|Show me around|Back|\d+ more)\b/,
  /^(Filter|Only differences|Details|Show details|Show empty|Show buyers list|Only with orders)$/,
  /^(Clear|Choose none|Select|Previous|Next|Rows|Close|Copy|Try again|Row (above|below))\b/,
  // What is typed stays on this device.
  /^(Discard Changes|Undo|Send to all|Send SMS too|Add|Remove|Blind count)\b/,
  // It waits in the queue (journeys of reversalOffline).
  /^Reverse this receipt$/,
  /^(Start here on the home|Reset score|New game|Row \d)/,
];
/** Screens whose work is kept and sent later: they have their own journeys (offline, outbox, receive, handover). */
export const WORK_OF_A_TABLET = /^\/(inventory\/(shipment|stock|count)|handovers|sync)/;

/**
 * The names of the lit controls of the screen, its dialogs and its open menu that are not known to work alone. What only unfolds, chooses, sorts or turns a
 * page changes nothing on the server, and the form of a record stays lit, because what is typed is kept (decision 1210).
 */
export async function litControls(page: Page): Promise<string[]> {
  const names = await page.evaluate(() => {
    const VIEWS =
      '[aria-expanded], [aria-pressed], [aria-haspopup], [popovertarget], [role="tab"], [role="combobox"], th button, nav *, [data-paging] *';
    const controls = document.querySelectorAll<HTMLElement>(
      ':is(#screen, [data-panel], [popover]:popover-open) :is(button, [role="switch"], a[href$="/create"], a[href$="/signup"], a[href*="act="])',
    );
    return [...controls]
      .filter(
        (one) => one.checkVisibility() && !one.matches(':disabled, [aria-disabled="true"]') && !one.matches(VIEWS),
      )
      .filter(
        (one) => one.getAttribute('type') !== 'submit' || !['Create', 'Update'].includes(one.textContent?.trim() ?? ''),
      )
      .map((one) => {
        const label = one.closest('label')?.textContent;
        return (one.getAttribute('aria-label') ?? label ?? one.textContent ?? '').replace(/\s+/g, ' ').trim();
      });
  });
  return [...new Set(names.filter((name) => !WORKS_ALONE.some((known) => known.test(name))))];
}
