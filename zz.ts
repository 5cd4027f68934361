import { chromium } from 'playwright-core';
import { startOn } from './tests/support/demoFolder.ts';
import { demoDatabase } from './tests/support/demoDatabase.ts';
const db = await demoDatabase();
const s = await startOn('/tmp/zz-conflict', { DATABASE_URL: db.url });
const U = `http://127.0.0.1:${s.port}`;
const out = '/tmp/conflict-shots';
const b = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell' });
const sizes = [['wide', 1280, 800, ''], ['phone', 390, 844, ''], ['dark', 1280, 800, 'dark']] as const;
const login = async (page: any, who: string) => {
  await page.goto(`${U}/login`);
  await page.getByLabel('Email', { exact: true }).fill(`${who}@example.test`);
  await page.getByLabel('Password', { exact: true }).fill(`${who}-Passw0rd`);
  await page.keyboard.press('Enter');
  await page.waitForURL((u: URL) => !u.pathname.includes('login'));
};
async function shot(page: any, name: string) {
  for (const [n, width, height, theme] of sizes) {
    await page.setViewportSize({ width, height });
    await page.evaluate((t: string) => { if (t) document.documentElement.dataset.theme = t; else delete document.documentElement.dataset.theme; }, theme);
    await page.waitForTimeout(500);
    await page.screenshot({ path: `${out}/${name}-${n}.png` });
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.evaluate(() => { delete document.documentElement.dataset.theme; });
}
try {
  const ctx = await b.newContext({ viewport: { width: 1280, height: 800 }, hasTouch: true });
  const page = await ctx.newPage();
  page.setDefaultTimeout(15000);
  await login(page, 'officer1');
  await page.waitForTimeout(4000);
  await shot(page, '1-home');
  await page.goto(`${U}/inventory/shipment/in`);
  await page.waitForTimeout(2500);
  await shot(page, '2-begin');
  const link = page.getByRole('listitem').getByRole('link').first();
  await link.click();
  await page.waitForTimeout(2500);
  const id = new URL(page.url()).searchParams.get('purchase_order_id')!;
  console.log(id, page.url());
  await ctx.setOffline(true);
  await page.getByRole('table', { name: 'Products of this transfer' }).locator('tbody tr').first().tap();
  await page.waitForTimeout(600);
  await page.getByRole('group', { name: 'Number pad' }).getByRole('button', { name: '1', exact: true }).tap();
  await page.waitForTimeout(600);
  await page.getByRole('button', { name: /^Add Product/ }).tap();
  await page.waitForTimeout(1500);
  await page.getByRole('button', { name: /^Complete Transfer/ }).click();
  await page.waitForTimeout(1500);
  await shot(page, '3-question');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForTimeout(1500);
  const actx = await b.newContext();
  const a = await actx.newPage();
  await login(a, 'admin');
  await a.goto(`${U}/inventory/shipment/in?purchase_order_id=${id}`);
  await a.waitForTimeout(2500);
  await a.getByRole('button', { name: /^Complete Transfer/ }).click();
  await a.waitForTimeout(1000);
  await a.getByRole('button', { name: 'Continue' }).click();
  await a.waitForTimeout(3000);
  await a.screenshot({ path: `${out}/4-admin.png` });
  await page.goto(`${U}/sync`).catch(() => undefined);
  await page.waitForTimeout(1500);
  await page.screenshot({ path: `${out}/4-offline-outbox.png` });
  await ctx.setOffline(false);
  await page.waitForTimeout(6000);
  await page.goto(`${U}/sync`);
  await page.waitForTimeout(4000);
  await shot(page, '5-outbox');
  await page.getByRole('button', { name: /^Lines and more/ }).first().click();
  await page.waitForTimeout(500);
  await shot(page, '6-lines');
  await page.goto(`${U}/`);
  await page.waitForTimeout(3500);
  await shot(page, '7-home');
  await page.goto(`${U}/inventory/shipment/in?purchase_order_id=${id}`);
  await page.waitForTimeout(3000);
  await shot(page, '8-done');
  await page.goto(`${U}/sync`);
  await page.waitForTimeout(2500);
  await page.getByRole('button', { name: 'Keep theirs' }).click();
  await page.waitForTimeout(1500);
  await shot(page, '9-kept');
} catch (e) { console.log(e); }
finally { await b.close(); s.child.kill(); await db.drop(); }
