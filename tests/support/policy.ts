/** The content security policy of the app, as a page meets it. */
import type { Page } from '@playwright/test';

/** Collects what the browser blocked because of the policy, in every document of the page. `broken()` returns it. */
export async function watchPolicy(page: Page): Promise<() => string[]> {
  const broken: string[] = [];
  await page.exposeFunction('tellBroken', (text: string) => broken.push(text));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { tellBroken } = window as unknown as { tellBroken: (text: string) => void };
      tellBroken(`${location.pathname}: ${event.effectiveDirective} ${event.blockedURI} ${event.sample}`);
    });
  });
  return () => broken;
}
