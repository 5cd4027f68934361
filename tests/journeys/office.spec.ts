/** Small things of the desk: who changed an order, whole reports in a file, what an associate still holds, words of the operator, a bank that is played. */
import { expect, type Page, test } from '@playwright/test';
import { readPdf } from '../support/pdf.ts';
import { exportedRows } from '../support/sheet.ts';
import { noWorker, signIn, siteOfFile } from '../support/site.ts';

test.use(noWorker);
const site = siteOfFile();

/** Presses Export and gives the first cell of every row below the heading `first`. */
async function exported(page: Page, first: string): Promise<string[]> {
  const rows = await exportedRows(page);
  const head = rows.findIndex((row) => row[0] === first);
  expect(head, JSON.stringify(rows.slice(0, 4))).toBeGreaterThanOrEqual(0);
  return rows.slice(head + 1).map((row) => String(row[0] ?? ''));
}

test('the wallet reports, retention and fulfilment export every row of the filter, not the page on screen', {
  tag: ['@each-change', '@B4.11', '@B6.10', '@B7.8', '@FUL-07', '@RPT-15'],
}, async ({ page }) => {
  await signIn(page, site, 'accounts');
  for (const [path, head, title] of [
    ['/report-buyer-reconciliation', 'buyer', 'Retailer'],
    ['/report-sales-officer-reconciliation', 'sales_officer', 'Delivery Associate'],
  ] as const) {
    const all = (await site.api('accounts', 'POST', 'ledger_log/reconciliation_report', { head })) as {
      rows: { name: string }[];
    };
    await page.goto(`${site.url}${path}?per_page=2`);
    await expect(page.getByRole('table').locator('tbody tr')).toHaveCount(2);
    expect(all.rows.length).toBeGreaterThan(2);
    expect(await exported(page, title)).toEqual(all.rows.map((row) => row.name));
  }
  const now = Math.floor(Date.now() / 1_000);
  const kept = (await site.api('accounts', 'POST', 'buyer/order_retention_week', {
    from_timestamp: String(now - 86_400),
    to_timestamp: String(now),
  })) as { buyers: { name: string }[] };
  await page.goto(`${site.url}/report-buyer-retention?per_page=2`);
  await expect(page.getByRole('table', { name: 'Retailers' }).locator('tbody tr')).toHaveCount(2);
  expect(kept.buyers.length).toBeGreaterThan(2);
  expect(await exported(page, 'Retailer')).toEqual(kept.buyers.map((row) => row.name));
  const all = (await site.api('accounts', 'GET', 'order/matrix_fulfilment_buyers')) as {
    data: { name: string; phone: string }[];
  };
  await page.goto(`${site.url}/order-fulfilment?tab=buyers&all=1&per_page=10`);
  await expect(page.getByRole('row')).toHaveCount(11);
  expect(all.data.length).toBeGreaterThan(10);
  expect(await exported(page, 'Buyer')).toEqual(all.data.map((row) => row.name));
  const { name: wanted = '', phone = '' } = all.data[0] ?? {};
  await page.getByRole('searchbox').fill(phone);
  await expect(page.getByRole('row')).toHaveCount(2);
  expect(await exported(page, 'Buyer')).toEqual([wanted]);
});

test('sixty manufacturers by two hundred retailers: heads and names stay in sight, only what is seen is drawn, paper holds all', {
  tag: ['@FUL-01', '@FUL-03'],
}, async ({ page }) => {
  // 260 records are made first, one after the other.
  test.slow();
  for (let n = 0; n < 60; n += 1)
    await site.api('admin', 'POST', 'manufacturer/create', {
      name: `Zz Maker ${n}`,
      status: 'active',
      email: `zz${n}@example.test`,
      address: 'Apapa',
    });
  const [place, type] = await Promise.all(
    (['location', 'store_type'] as const).map(async (model) => {
      const [first] = (await site.api('admin', 'POST', `${model}/read_by_status`, { status: 'active' })) as {
        _id: string;
      }[];
      return first?._id ?? '';
    }),
  );
  const shop = { status: 'active', location_id: place ?? '', store_type_id: type ?? '' };
  for (let n = 0; n < 200; n += 1)
    await site.api('admin', 'POST', 'buyer/create', {
      ...shop,
      name: `Ṣọ́ọ̀bù Àgbègbè ${n}`,
      phone: `+23480700${String(n).padStart(5, '0')}`,
    });
  await signIn(page, site, 'staff');
  await page.goto(`${site.url}/order-fulfilment?tab=buyers&all=1&per_page=200&search=agbegbe`);
  const table = page.getByRole('table', { name: 'Order Fulfilment' });
  await expect(table).toHaveAttribute('aria-rowcount', '201');
  const columns = Number(await table.getAttribute('aria-colcount'));
  expect(columns).toBeGreaterThan(64);
  await expect.poll(() => page.getByRole('row').count()).toBeLessThan(50);
  await expect.poll(() => page.getByRole('columnheader').count()).toBeLessThan(40);
  const box = page.getByRole('region', { name: 'Order Fulfilment' }).last();
  await page.getByLabel('Rows per page').scrollIntoViewIfNeeded();
  await box.evaluate((one) => one.scrollTo(one.scrollWidth, one.scrollHeight));
  const last = page.getByRole('row').last();
  await expect(last).toHaveAttribute('aria-rowindex', '201');
  await expect(last).toBeInViewport();
  await expect(last.getByRole('cell').nth(1)).toHaveText(/^Ṣọ́ọ̀bù Àgbègbè/);
  for (const seen of [
    last.getByRole('cell').nth(1),
    last.getByRole('cell').last(),
    page.getByRole('columnheader', { name: 'Buyer' }),
    page.getByRole('columnheader').last(),
  ])
    await expect(seen).toBeInViewport({ ratio: 0.9 });
  await expect(async () => {
    const [name, head, corner] = await Promise.all(
      [
        last.getByRole('cell').nth(1),
        page.getByRole('columnheader').last(),
        page.getByRole('columnheader', { name: 'Buyer' }),
      ].map((one) => one.boundingBox()),
    );
    expect([name?.x, head?.y]).toEqual([corner?.x, corner?.y]);
  }).toPass({ timeout: 10_000 });
  const paper = readPdf(await page.pdf());
  for (const n of ['000', '077', '199']) expect(paper.text).toContain(`+2348070000${n}`);
  await expect(page.getByRole('row').first()).toBeVisible();
  await expect.poll(() => page.getByRole('row').count()).toBeLessThan(50);
});

test('an order’s activity: its tags, lines and payments with who and when; only for who may read it', {
  tag: ['@B5.11', '@B12.2'],
}, async ({ page, browser }) => {
  const [group] = (
    (await site.api('staff', 'GET', 'order_group/read_all', { tag: 'pending', page: '1' })) as {
      rows: { _id: string }[];
    }
  ).rows;
  const address = `${site.url}/order-groups/${group?._id}?tab=activity`;
  const other = await (await browser.newContext()).newPage();
  await signIn(other, site, 'staff');
  await other.goto(address);
  await expect(other.getByRole('region', { name: 'History' })).toHaveCount(1);
  await expect(other.getByRole('tab', { name: 'Activity' })).toHaveCount(0);
  await other.getByRole('button', { name: 'Mark delivered', exact: true }).click();
  await other.getByRole('dialog').getByRole('button').last().click();
  await expect(other.getByRole('dialog')).toHaveCount(0);
  await other.context().close();

  await signIn(page, site, 'admin');
  await page.goto(address.replace('?tab=activity', ''));
  await expect(page.getByRole('tab', { name: 'Products' })).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('tab', { name: 'Activity' }).click();
  await expect(page).toHaveURL(/tab=activity/);
  const entry = page.getByRole('listitem').filter({ hasText: 'marked the order delivered' });
  await expect(entry.first()).toContainText(/\d\d:\d\d.*marked the order delivered/);
});

test('the warehouse of a delivery associate shows what he sold and what is in his hands; a hub’s does not', {
  tag: ['@B5.4'],
}, async ({ page }) => {
  const warehouses = (await site.api('admin', 'GET', 'warehouse/read_all')) as {
    _id: string;
    parent_type: string;
    skus: number;
  }[];
  const his = warehouses.find((one) => one.parent_type === 'sales_officer' && one.skus > 0);
  const hubs = warehouses.find((one) => one.parent_type === 'seller' && one.skus > 0);
  const rows = (await site.api('admin', 'POST', 'warehouse_product/read_by_warehouse', {
    warehouse_id: his?._id ?? '',
  })) as {
    quantity: number;
    sold: number;
    in_hand: number;
    product: { name: string };
  }[];
  expect(rows.every((row) => row.in_hand === row.quantity - row.sold)).toBe(true);
  await signIn(page, site, 'admin');
  await page.goto(`${site.url}/warehouses/${hubs?._id}/products`);
  const table = page.getByRole('table', { name: 'Products' });
  await expect(table.getByRole('columnheader', { name: 'Quantity (cases)' })).toBeVisible();
  await expect(table.getByRole('columnheader', { name: 'Sold (cases)' })).toHaveCount(0);
  await page.goto(`${site.url}/warehouses/${his?._id}/products`);
  await expect(table.getByRole('columnheader', { name: 'Sold (cases)' })).toBeVisible();
  await expect(table.getByRole('columnheader', { name: 'In hand (cases)' })).toBeVisible();
  // K9: what he sold and never held is seen, though nothing of it is there.
  const held = rows.filter((row) => row.quantity !== 0 || row.sold !== 0);
  await expect(table.locator('tbody tr:not(.group-head)')).toHaveCount(Math.min(20, held.length));
  // How many products he has had hangs on the day the demo was made: all on one page.
  await page.goto(`${site.url}/warehouses/${his?._id}/products?per_page=100`);
  await expect(table.locator('tbody tr:not(.group-head)')).toHaveCount(held.length);
  const over = held.filter((row) => row.in_hand < 0).length;
  await expect(table.getByText('sold more than issued')).toHaveCount(over);
});

test('the two staff-named sources of agents carry the operator’s words', { tag: ['@B9.10', '@B9.14'] }, async ({
  page,
}) => {
  await signIn(page, site, 'admin');
  await page.goto(`${site.url}/agents/signup`);
  const source = page.getByLabel('Source').locator('option');
  await expect(source.nth(6)).toHaveText('Staff 1');
  const settings = (await site.api('admin', 'GET', 'config/read_all')) as { _id: string; key: string }[];
  const first = settings.find((one) => one.key === 'agent_source_staff_1');
  await site.api('admin', 'POST', 'config/update', { _id: first?._id ?? '', value: 'Field team' });
  const second = settings.find((one) => one.key === 'agent_source_staff_2');
  if (second) await site.api('admin', 'POST', 'config/delete', { _id: second._id });
  await page.evaluate(() => indexedDB.deleteDatabase('cache'));
  await page.reload();
  await expect(source.nth(6)).toHaveText('Field team');
  await expect(source.nth(7)).toHaveText('Staff 2');
});

test('money that a simulated bank would send: the administrator plays it, a wallet gets it; nobody else is offered that', {
  tag: ['@B9.3', '@B6.4'],
}, async ({ page, browser }) => {
  await signIn(page, site, 'admin');
  await page.goto(`${site.url}/sales-officers/da_03/virtual-account`);
  await page.getByRole('button', { name: 'Create virtual account' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('First name').fill('Folasade');
  await dialog.getByLabel('Last name').fill('Akinyemi');
  await dialog.getByLabel('BVN').fill('22233344455');
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('FOLASADE AKINYEMI')).toBeVisible();
  await page.getByRole('button', { name: 'Simulate credit' }).click();
  await expect(dialog.getByRole('button', { name: 'Simulate credit' })).toBeDisabled();
  await dialog.getByLabel('Value (NGN)').fill('0');
  await dialog.getByRole('button', { name: 'Simulate credit' }).click();
  await expect(page.getByText('Value must be more than 0.').first()).toBeVisible();
  await dialog.getByLabel('Value (NGN)').fill('2500.50');
  await dialog.getByRole('button', { name: 'Simulate credit' }).click();
  await expect(page.getByText('Credit simulated.')).toBeVisible();
  await page.goto(`${site.url}/sales-officers/da_03/balance`);
  await expect(page.getByText(/Virtual account \d{10}/).first()).toBeVisible();
  await expect(page.getByText(/2,500\.5/).first()).toBeVisible();

  const other = await (await browser.newContext()).newPage();
  await signIn(other, site, 'accounts');
  await other.goto(`${site.url}/sales-officers/da_03/virtual-account`);
  await expect(other.getByRole('button', { name: 'Copy' })).toBeVisible();
  // K12: whoever sees the number is told, or somebody pays money to it.
  await expect(other.getByText('Simulated. No bank knows this account.')).toBeVisible();
  await expect(other.getByRole('button', { name: 'Simulate credit' })).toHaveCount(0);
  await other.context().close();

  // S10: nobody else sees where money is paid to.
  const third = await (await browser.newContext()).newPage();
  await signIn(third, site, 'staff');
  await third.goto(`${site.url}/sales-officers/da_03/balance`);
  await expect(third.getByRole('heading', { name: 'Balance History' })).toBeVisible();
  await expect(third.getByText(/2,500\.5/).first()).toBeVisible();
  await expect(third.getByRole('link', { name: 'Virtual Account' })).toHaveCount(0);
  await third.goto(`${site.url}/sales-officers/da_03/virtual-account`);
  await expect(third.getByRole('complementary', { name: 'Sales Officer' })).toBeVisible();
  await expect(third.getByRole('button', { name: 'Copy' })).toHaveCount(0);
  await third.context().close();
});

test('a message that reaches nobody is not offered to be sent, and says who is skipped and why; staff are told it is simulated', {
  tag: ['@K12'],
}, async ({ page }) => {
  await signIn(page, site, 'staff');
  await page.goto(`${site.url}/notification/wizard`);
  const box = (name: string) => page.getByRole('textbox', { name, exact: true });
  await box('Title').fill('To nobody');
  await box('Message').fill('Nobody can read this.');
  await box('Recipients').fill('08021234567');
  await box('Exclude').click();
  await page.getByRole('button', { name: 'Send notification' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send notification' });
  await expect(dialog).toContainText('1 recipient is skipped: no device for a push.');
  await expect(dialog).toContainText('Simulated. Messages are saved on this server and not sent.');
  await expect(dialog.getByRole('button', { name: 'Send to 0 recipients' })).toBeDisabled();
});
