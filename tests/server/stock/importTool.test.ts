/** `npm run import:transactions` as a person runs it: exit codes, words and where the list of errors is (imports.md D7, D8). */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { folder, tidyUp } from '#tests/support/process.ts';
import { serverCommand } from '#tests/support/serverBundle.ts';

afterAll(tidyUp);
const HEAD = 'InvoiceNo,StockCode,Description,Quantity,InvoiceDate,UnitPrice\n';

/** One run reads the sources, as a person's does. */
const fromSource = await serverCommand('importTransactions', true);
const bundled = await serverCommand('importTransactions');

function run(data: string, ...args: string[]) {
  return runWith(bundled, data, ...args);
}

function runWith(command: readonly string[], data: string, ...args: string[]) {
  const env = { ...process.env, KASUWA_DATA: data, DATABASE_URL: '' };
  return spawnSync(process.execPath, [...command, ...args], {
    env,
    encoding: 'utf8',
    timeout: 120_000,
  });
}

test('what is not this log ends with exit code 1; bad rows are listed inside the data folder, and the rest is booked', {
  tags: ['D7', 'D8'],
  timeout: 300_000,
}, () => {
  const data = folder();
  const file = join(data, 'month.csv');
  for (const [content, why] of [
    ['index,product\n1,Soap\n', 'This is not a log of transactions'],
    [`${HEAD}1,A,"Cup,1,2011-01-01 10:00:00,2\n`, 'Line 2: a quotation mark is opened there and never closed.'],
  ] as const) {
    writeFileSync(file, content);
    const result = run(data, file, 'Tool Hub');
    expect([result.status, result.stdout]).toEqual([1, '']);
    expect(result.stderr).toContain(why);
    expect(result.stderr).toContain('Usage: npm run import:transactions');
  }
  const missing = runWith(fromSource, data, join(data, 'missing.csv'));
  expect([missing.status, missing.stderr]).toEqual([1, expect.stringContaining('There is no file')]);
  expect(run(data, file, '--what')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('--what is not known.'),
  });
  expect(existsSync(join(data, 'imports'))).toBe(false);

  writeFileSync(file, `${HEAD}1,A,Cup,1,2011-01-01 10:00:00,2\n2,A,Cup,1,2011-02-30 10:00:00,2\n`);
  const result = run(data, file, 'Tool Hub');
  expect(result).toMatchObject({ status: 0, stderr: '' });
  const [list = ''] = readdirSync(join(data, 'imports'));
  expect(list).toMatch(/^month\.csv\.[0-9a-f]{8}\.errors\.csv$/);
  expect(result.stdout).toContain(`1 of them move no stock: ${join(data, 'imports', list)}`);
  expect(result.stdout).toContain('1 movements of 2 rows, 1 opening rows, 0 rows were here already.');
  expect(readFileSync(join(data, 'imports', list), 'utf8').split('\n')).toEqual([
    'Line,Problem,InvoiceNo,StockCode,Description,Quantity,InvoiceDate,UnitPrice',
    expect.stringMatching(/^3,/),
    '',
  ]);
});
