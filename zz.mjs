import { chromium } from 'playwright-core';
const b = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox'] });
const U = 'http://localhost:9117';
export async function open(opts) {
  const c = await b.newContext({ serviceWorkers: 'block', ...opts });
  const p = await c.newPage();
  await p.goto(U + '/login');
  await p.getByLabel('Email').fill('admin@example.test');
  await p.getByLabel('Password', { exact: true }).fill('admin-Passw0rd');
  await p.getByRole('button', { name: 'Sign in' }).click();
  await p.getByRole('heading', { name: /Welcome/ }).waitFor();
  return p;
}
const p = await open({ viewport: { width: 800, height: 1280 }, hasTouch: true, isMobile: true });
await p.goto(U + '/purchase-orders');
await p.locator('tbody tr').nth(3).waitFor();
await p.waitForTimeout(1500);
console.log(await p.evaluate(() => { const out=[]; for (let e = document.querySelector('.list-rows'); e; e = e.parentElement) out.push([e.tagName, e.id, e.className.slice(0,60), e.getBoundingClientRect().height, getComputedStyle(e).minHeight, getComputedStyle(e).flex].join(' | ')); return out.join('\n') }));
await p.screenshot({ path: '/tmp/deska-a.png' });
await b.close();
