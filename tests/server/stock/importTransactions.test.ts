/**
 * A real wholesaler's log in the books, and the report over it against sums made elsewhere (../shared/data/transactions/checks.json).
 * What is compared: quantities exactly; values exactly, after adding to the published sum (quantity x price with all three decimals) what
 * rounding each price to the kobo changes (B1.4), row by row. Bad debts move no goods, so the checks' `bad_debt` is left out.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#server/calls/ids.ts';
import { importRetailLog } from '#server/tools/retailLog.ts';
import { movementOf } from '#server/tools/retailRow.ts';
import { describeEngineOfDay, openTestDatabase } from '#tests/support/database.ts';
import { type Data, NOW, startServer, type TestServer } from '#tests/support/server.ts';
import { brokenBooks } from '#tests/support/stockWorld.ts';

const folder = mkdtempSync(join(tmpdir(), 'kasuwa-import-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const errorsFolder = join(folder, 'errors');

function shared(name: string): string | null {
  const places = ['../../../../shared/data/transactions/', '../../../../../shared/data/transactions/'];
  const found = places.map((up) => fileURLToPath(new URL(up + name, import.meta.url))).find((file) => existsSync(file));
  if (!found)
    console.warn(`\n!!! ../shared/data/transactions/${name} IS NOT HERE: the tests that read it are SKIPPED !!!\n`);
  return found ?? null;
}
const small = shared('online_retail_2011-03-14_15.csv');
const full = shared('online_retail_2010-12_2011-08.csv.gz');
const checksFile = shared('checks.json');
const checks = checksFile ? (JSON.parse(readFileSync(checksFile, 'utf8')) as Data) : null;

type Kind = 'out' | 'return';
/** Thousandths of a naira. */
const mills = (text: string) => {
  const [whole = '0', part = ''] = text.replace('-', '').split('.');
  if (part.length > 3) throw new Error(`More than three decimals: ${text}`);
  return BigInt((text.startsWith('-') ? '-' : '') + whole + part.padEnd(3, '0'));
};

/** By period and kind: what rounding the prices adds to the exact value, in thousandths. */
function roundingOf(file: string, periodOf: (date: string) => string): Map<string, bigint> {
  const bytes = readFileSync(file);
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  const found = new Map<string, bigint>();
  for (const row of papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: 'greedy' }).data) {
    const units = BigInt(row.Quantity ?? '0');
    const invoice = row.InvoiceNo ?? '';
    if (invoice.startsWith('A') || (!invoice.startsWith('C') && units < 0n)) continue;
    const price = mills(row.UnitPrice ?? '0');
    const rounded = ((price + 5n) / 10n) * 10n;
    const key = `${periodOf(row.InvoiceDate ?? '')} ${invoice.startsWith('C') ? 'return' : 'out'}`;
    found.set(key, (found.get(key) ?? 0n) + (units < 0n ? -units : units) * (rounded - price));
  }
  return found;
}

const utc = (text: string) => Date.parse(`${text}T00:00:00Z`) / 1_000;

async function compare(
  server: TestServer,
  warehouse: string,
  period: { from: number; end: number },
  want: Data,
  rounding: Record<Kind, bigint>,
) {
  const { token } = await server.signInAs('administrator.administrator');
  // A22: the sent end counts with its whole minute.
  const range = { warehouse_ids: [warehouse], from_timestamp: period.from, to_timestamp: period.end - 60 };
  const sales = (await server.call('POST', 'warehouse_log/sales', range, { token })).data;
  const sum = (field: string) => (sales.products as Data[]).reduce((total: number, row: Data) => total + row[field], 0);
  const value = (field: string) =>
    (sales.products as Data[]).reduce((total: bigint, row: Data) => total + mills(row[field]), 0n);
  expect({ out: sum('issued'), return: sum('returned') }).toEqual({
    out: want.out.quantity,
    return: want.return.quantity,
  });
  expect(value('issued_value')).toBe(mills(want.out.value) + rounding.out);
  expect(value('returned_value')).toBe(mills(want.return.value) + rounding.return);
  expect(mills(sales.total)).toBe(value('issued_value') - value('returned_value'));
  for (const [context, kind] of [
    ['stock_issued', 'out'],
    ['stock_returned', 'return'],
  ] as const) {
    const answer = (await server.call('POST', 'warehouse_log/report', { ...range, context }, { token })).data;
    expect(mills(answer.total)).toBe(mills(want[kind].value) + rounding[kind]);
    expect(answer.products.reduce((total: number, row: Data) => total + row.quantity, 0)).toBe(want[kind].quantity);
  }
  return sales;
}

describe('rows', () => {
  const row = {
    InvoiceNo: '536365',
    StockCode: '85123A',
    Description: ' A  B ',
    Quantity: '6',
    InvoiceDate: '2010-12-01 08:26:00',
    UnitPrice: '2.555',
  };
  test('what cannot be read is told, never guessed', { tags: ['B1.4'] }, () => {
    expect(movementOf({ ...row, Quantity: '6.5' }, 1, NOW)).toContain('whole number');
    expect(movementOf({ ...row, Quantity: '0' }, 1, NOW)).toContain('is 0');
    expect(movementOf({ ...row, UnitPrice: 'cheap' }, 1, NOW)).toContain('price');
    expect(movementOf({ ...row, UnitPrice: '-1' }, 1, NOW)).toContain('price');
    expect(movementOf({ ...row, InvoiceDate: '2010-13-01 08:26:00' }, 1, NOW)).toContain('date');
    expect(movementOf({ ...row, InvoiceDate: '01/12/2010' }, 1, NOW)).toContain('date');
    expect(movementOf({ ...row, StockCode: ' ' }, 1, NOW)).toContain('stock code');
    expect(movementOf({ ...row, InvoiceNo: 'A563186' }, 1, NOW)).toContain('bad debt');
    expect(movementOf({ ...row, InvoiceNo: 'C536379' }, 1, NOW)).toContain('return');
  });
  test('sale, return and adjustment, signed; three decimals half away from zero', { tags: ['B2.6'] }, () => {
    const base = { row: 9, code: '85123A', name: 'A B', timestamp: 1_291_191_960, price: 256 };
    expect(movementOf(row, 9, NOW)).toEqual({ ...base, kind: 'stock_out', quantity: -6, invoice: '536365' });
    expect(movementOf({ ...row, InvoiceNo: 'C536379', Quantity: '-2' }, 9, NOW)).toEqual({
      ...base,
      kind: 'stock_in',
      quantity: 2,
      invoice: 'C536379',
    });
    expect(movementOf({ ...row, Quantity: '-3' }, 9, NOW)).toEqual({
      ...base,
      kind: 'adjustment',
      quantity: -3,
      invoice: '536365',
    });
  });
});

describeEngineOfDay('import', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer(database());
  });
  const load = (file: string, more = {}) =>
    importRetailLog(database(), { file, errorsFolder, hubName: 'Online Retail', now: () => NOW, newId, ...more });

  test('each batch is of its own moment: a site that works beside a long import has deltas that miss nothing of it', {
    tags: ['API-1.5'],
  }, async () => {
    const file = join(folder, 'moments.csv');
    const line = (at: number) => `${at},P${at},Cup,-2,2011-01-01 10:00:00,2\n`;
    writeFileSync(
      file,
      `InvoiceNo,StockCode,Description,Quantity,InvoiceDate,UnitPrice\n${[1, 2, 3].map(line).join('')}`,
    );
    let now = NOW;
    await load(file, { hubName: 'Moments', batch: 1, now: () => now, onProgress: () => (now += 60) });
    const { rows } =
      await sql<Data>`select modified from product where sku_id like 'import-P%' order by sku_id`.execute(
        database().kysely,
      );
    expect(rows.map((row) => row.modified)).toEqual([NOW, NOW + 60, NOW + 120]);
  });

  test('rows that cannot be read are listed with their line; the others are in the books; again changes nothing', async () => {
    const file = join(folder, 'own.csv');
    writeFileSync(
      file,
      'InvoiceNo,StockCode,Description,Quantity,InvoiceDate,UnitPrice\n1,AA,"Cup, red",5,2011-01-01 10:00:00,2\nA2,B,Bad debt,1,2011-01-01 10:00:00,-50\n3,AA,Cup,x,2011-01-01 10:00:00,2\nC4,AA,Cup,-2,2011-01-02 10:00:00,2\n5,AA,Cup,-1,2011-01-03 10:00:00,0\n',
    );
    const first = await load(file, { hubName: 'Own Hub', batch: 2 });
    expect(first).toMatchObject({ rows: 5, imported: 3, refused: 2, openingStocks: 1, skipped: 0 });
    const listed = papa.parse<string[]>(readFileSync(first.errors_file as string, 'utf8'), {
      skipEmptyLines: true,
    }).data;
    expect(listed.map((one) => [one[0], one[1]])).toEqual([
      ['Line', 'Problem'],
      ['3', 'A bad debt moves no goods.'],
      ['4', 'The quantity is not a whole number. This is not a number.'],
    ]);
    const { rows } =
      await sql<Data>`select kind, quantity, balance_after from warehouse_log where warehouse_id = ${first.warehouse_id} order by source_key, kind`.execute(
        database().kysely,
      );
    expect(rows).toEqual([
      { kind: 'stock_out', quantity: -5, balance_after: 0 },
      { kind: 'opening', quantity: 5, balance_after: 5 },
      { kind: 'stock_in', quantity: 2, balance_after: 2 },
      { kind: 'adjustment', quantity: -1, balance_after: 1 },
    ]);
    expect(await load(file, { hubName: 'Own Hub' })).toMatchObject({ rows: 0, imported: 0, skipped: 5 });
    expect(await brokenBooks(database())).toEqual([]);
  });

  test.skipIf(!small || !checks)(
    'two days of a real log: stopped in the middle, gone on, the report is right to the kobo',
    { tags: ['REP-13', 'B4'], timeout: 180_000 },
    async () => {
      const stop = new Error('power cut');
      await expect(
        load(small as string, {
          batch: 400,
          onProgress: (rows: number) => {
            if (rows >= 1_200) throw stop;
          },
        }),
      ).rejects.toBe(stop);
      const result = await load(small as string, { batch: 400 });
      expect(result.skipped + result.rows).toBe(2_403);
      expect(result.skipped).toBe(1_200);
      expect(result.refused).toBe(0);
      expect(await brokenBooks(database())).toEqual([]);

      const want = checks?.['range_2011-03-14_2011-03-15'] as Data;
      const rounding = roundingOf(small as string, () => 'all');
      const sales = await compare(
        server,
        result.warehouse_id as string,
        { from: utc('2011-03-14'), end: utc('2011-03-16') },
        want.totals,
        {
          out: rounding.get('all out') ?? 0n,
          return: rounding.get('all return') ?? 0n,
        },
      );
      const { rows } = await sql<Data>`select kind, count(*) as n, sum(quantity)::int8 as units from warehouse_log
      where warehouse_id = ${result.warehouse_id} and kind <> 'opening' group by kind order by kind`.execute(
        database().kysely,
      );
      expect(rows).toEqual([
        { kind: 'adjustment', n: want.totals.adjustment.rows, units: -want.totals.adjustment.quantity },
        { kind: 'stock_in', n: want.totals.return.rows, units: want.totals.return.quantity },
        { kind: 'stock_out', n: want.totals.out.rows, units: -want.totals.out.quantity },
      ]);
      // D2: codes that differ by case alone are one product's.
      const moved = new Map<string, { issued: number; returned: number }>();
      for (const [code, one] of Object.entries(want.products as Record<string, Data>)) {
        const { issued, returned } = moved.get(code.toLowerCase()) ?? { issued: 0, returned: 0 };
        if (one.out_quantity + one.return_quantity > 0)
          moved.set(code.toLowerCase(), {
            issued: issued + one.out_quantity,
            returned: returned + one.return_quantity,
          });
      }
      expect(sales.products).toHaveLength(moved.size);
      const { rows: products } = await sql<Data>`select _id, substr(sku_key, 8) as code from product`.execute(
        database().kysely,
      );
      const codes = new Map(products.map((row) => [row._id, row.code]));
      for (const { product_id, issued, returned } of sales.products as Data[])
        expect({ issued, returned }, codes.get(product_id)).toEqual(moved.get(codes.get(product_id)));
    },
  );
});

describe('the whole log', () => {
  // Minutes on a small machine: FULL_IMPORT=1 asks for it.
  test.skipIf(!full || !checks || !process.env.FULL_IMPORT)(
    'nine months, 320,705 rows: every month is right to the kobo',
    { tags: ['REP-12', 'REP-13'], timeout: 1_800_000 },
    async () => {
      const database = await openTestDatabase(process.env.FULL_IMPORT === 'pglite' ? 'pglite' : 'postgres');
      const server = await startServer(database);
      try {
        const result = await importRetailLog(database, {
          file: full as string,
          errorsFolder,
          hubName: 'Online Retail',
          now: () => NOW,
          newId,
          batch: 2_000,
        });
        expect(result).toMatchObject({ rows: 320_705, refused: 3, skipped: 0 });
        const rounding = roundingOf(full as string, (date) => date.slice(0, 7));
        for (const [month, want] of Object.entries((checks as Data).totals.by_month as Record<string, Data>)) {
          const [year = 0, number = 0] = month.split('-').map(Number);
          const period = { from: Date.UTC(year, number - 1, 1) / 1_000, end: Date.UTC(year, number, 1) / 1_000 };
          await compare(server, result.warehouse_id as string, period, want, {
            out: rounding.get(`${month} out`) ?? 0n,
            return: rounding.get(`${month} return`) ?? 0n,
          });
        }
        expect(await brokenBooks(database)).toEqual([]);
      } finally {
        await server.close();
        await database.close();
      }
    },
  );
});
