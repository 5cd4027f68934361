/** Files of the transactions import: what they are, what is refused, and what of them is booked (imports.md D2 to D8, D10). */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import papa from 'papaparse';
import { afterAll, describe, expect, test } from 'vitest';
import { newId } from '#server/calls/ids.ts';
import { importRetailLog } from '#server/tools/retailLog.ts';
import { movementOf } from '#server/tools/retailRow.ts';
import { describeEachEngine } from '#tests/support/database.ts';
import { type Data, NOW } from '#tests/support/server.ts';
import { brokenBooks } from '#tests/support/stockWorld.ts';

const folder = mkdtempSync(join(tmpdir(), 'kasuwa-import-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const HEAD = 'InvoiceNo,StockCode,Description,Quantity,InvoiceDate,UnitPrice\n';
const row = (invoice: string, code: string, units: number, price = '2') =>
  `${invoice},${code},Cup,${units},2011-01-01 10:00:00,${price}\n`;

let files = 0;
/** A file of its own folder, so that names may be the same. */
function write(name: string, content: string | Buffer): string {
  files += 1;
  const own = mkdtempSync(join(folder, `${files}-`));
  writeFileSync(join(own, name), content);
  return join(own, name);
}

describe('rows of a log', () => {
  const good = {
    InvoiceNo: '1',
    StockCode: 'A',
    Description: 'Cup',
    Quantity: '6',
    InvoiceDate: '2011-03-14 08:05:00',
    UnitPrice: '2',
  };
  test.each([
    ['a day that does not exist', { InvoiceDate: '2011-02-30 10:00:00' }, 'date is not valid'],
    ['an hour that does not exist', { InvoiceDate: '2011-02-01 25:00:00' }, 'date is not valid'],
    ['a day before 2000', { InvoiceDate: '1999-12-31 23:59:59' }, 'before the year 2000'],
    ['a day to come', { InvoiceDate: '2199-01-01 00:00:00' }, 'in the future'],
    ['a small c', { InvoiceNo: 'c2', Quantity: '-3' }, 'unknown letter'],
    ['another letter', { InvoiceNo: 'B2' }, 'unknown letter'],
    ['too many units', { Quantity: '99999999' }, 'more than 1000000 units'],
    ['too many units taken back', { InvoiceNo: 'C1', Quantity: '-1000001' }, 'more than 1000000 units'],
    ['a value beyond the books', { Quantity: '1000000', UnitPrice: '999999999' }, 'more than the books hold'],
    ['a decimal comma', { UnitPrice: '1,50' }, 'Type 1.50'],
    ['a code that cannot be kept', { StockCode: 'A\u0000' }, 'cannot be kept'],
    ['a long code', { StockCode: 'A'.repeat(51) }, 'longer than 50'],
  ])('what is wrong is named: %s', { tags: ['D6'] }, (_what, more, why) => {
    expect(movementOf({ ...good, ...more }, 1, NOW)).toContain(why);
  });
  test('any sign of a description becomes a name that can be kept, and no letter is cut in half', {
    tags: ['D5'],
  }, () => {
    const name = (text: string) => (movementOf({ ...good, Description: text }, 1, NOW) as { name: string }).name;
    expect(name('A\u0000B')).toBe('A B');
    expect(name('\ud83d lone')).toBe('\ufffd lone');
    expect(name(`${'x'.repeat(119)}😀😀`)).toBe(`${'x'.repeat(119)}😀`);
    expect(name('\u0000')).toBe('A');
  });
  test('a log writes a point before its decimals, and thousands may stand in commas', { tags: ['D1'] }, () => {
    expect(movementOf({ ...good, Quantity: '1,200', UnitPrice: '2.555' }, 1, NOW)).toMatchObject({
      quantity: -1_200,
      price: 256,
    });
  });
});

describeEachEngine('files of a log', (database) => {
  const load = (file: string, hubName: string, more = {}) =>
    importRetailLog(database(), {
      file,
      errorsFolder: join(folder, 'errors'),
      hubName,
      now: () => NOW,
      newId,
      ...more,
    });
  const count = async (table: 'seller' | 'warehouse_log' | 'import_file') =>
    (await sql<Data>`select count(*)::int4 as n from ${sql.table(table)}`.execute(database().kysely)).rows[0]?.n;
  const listed = (file: string | null) =>
    papa.parse<string[]>(readFileSync(file as string, 'utf8'), { skipEmptyLines: true }).data;

  test.each([
    ['another list', 'index,product,category\n1,Soap,Beauty\n', 'This is not a log of transactions'],
    ['no headings', row('1', 'A', 1), 'This is not a log of transactions'],
    ['a heading twice', `${HEAD.trim()},Quantity\n`, 'each once'],
    ['UTF-16', Buffer.from(`\ufeff${HEAD}${row('1', 'A', 1)}`, 'utf16le'), 'UTF-16'],
    ['nothing', '', 'empty'],
    ['headings alone', HEAD, 'no rows'],
    ['an unclosed quote', `${HEAD}${row('1', 'A', 1)}2,A,"Cup,1,2011-01-01 10:00:00,2\n${row('3', 'A', 1)}`, 'Line 3'],
    ['a quote that swallows rows', `${HEAD}2,A,"Cup,1,x,2\n3,A,"Cup",1,x,2\n`, 'Line 2'],
  ])('a file that is %s is refused, and no hub is left', { tags: ['D7'] }, async (_what, content, why) => {
    const before = await count('seller');
    await expect(load(write('a.csv', content), 'Refused Hub')).rejects.toThrow(why);
    expect(await count('seller')).toBe(before);
  });
  test('a file whose rows are all bad leaves no hub', { tags: ['D7'] }, async () => {
    const before = await count('seller');
    const result = await load(write('bad.csv', `${HEAD}A1,A,Debt,1,2011-01-01 10:00:00,-5\n`), 'No Hub');
    expect(result).toMatchObject({ warehouse_id: null, imported: 0, refused: 1 });
    expect(await count('seller')).toBe(before);
  });
  test('semicolons, tabs, other columns, a byte order mark and Windows-1252 are understood', {
    tags: ['D7'],
  }, async () => {
    const text = `\ufeff${HEAD.trim()},Country\n1,A,"Café; rouge",2,2011-01-01 10:00:00,2.5,Niger\n`;
    for (const [at, bytes] of [
      Buffer.from(text.replaceAll(',', ';').replace('"Café; rouge"', '"Café; rouge"')),
      Buffer.from(text.replaceAll(',', '\t')),
      Buffer.from(text.slice(1), 'latin1'),
      gzipSync(Buffer.from(text)),
    ].entries()) {
      const result = await load(write(at === 3 ? 'a.csv.gz' : 'a.csv', bytes), `Understood ${at}`);
      expect(result, String(at)).toMatchObject({ rows: 1, imported: 1, refused: 0 });
    }
    const { rows } = await sql<Data>`select name from product where sku_id = 'import-A'`.execute(database().kysely);
    expect(rows).toEqual([{ name: 'Café; rouge' }]);
  });

  test('hubs are told apart by their exact names; two ways to write one letter are one name', {
    tags: ['D3'],
  }, async () => {
    const names = ['Ọjà', 'Ẹjà', '日本語', '中国語', 'Held-Out', 'held out'];
    const warehouses = [];
    for (const [at, name] of names.entries())
      warehouses.push((await load(write('a.csv', HEAD + row('1', `H${at}`, 1)), name)).warehouse_id);
    expect(new Set(warehouses).size).toBe(names.length);
    const again = await load(write('b.csv', HEAD + row('2', 'H0', 1)), 'Ọjà'.normalize('NFD'));
    expect(again.warehouse_id).toBe(warehouses[0]);
    const { rows } = await sql<Data>`select name from seller s join warehouse w on w.parent = s._id
      where w._id = any(${warehouses}) order by array_position(${warehouses}::text[], w._id)`.execute(
      database().kysely,
    );
    expect(rows.map((one) => one.name)).toEqual(names);
    await expect(load(write('a.csv', HEAD + row('1', 'H', 1)), ' ')).rejects.toThrow('name of the hub');
  });

  test('a file is known by its content: the same name may hold another file, and the same file another name', {
    tags: ['D4'],
  }, async () => {
    const first = HEAD + row('1', 'N', 1) + row('2', 'N', 1);
    expect(await load(write('export.csv', first), 'By Content')).toMatchObject({ imported: 2, skipped: 0 });
    const shorter = HEAD + row('9', 'N', 5);
    expect(await load(write('export.csv', shorter), 'By Content')).toMatchObject({ imported: 1, skipped: 0 });
    const longer = HEAD + row('7', 'N', 1) + row('8', 'N', 1) + row('9', 'N', 1);
    expect(await load(write('export.csv', longer), 'By Content')).toMatchObject({ imported: 3, skipped: 0 });
    expect(await load(write('renamed.csv', first), 'By Content')).toMatchObject({ imported: 0, skipped: 2 });
    expect(await load(write('packed.csv.gz', gzipSync(Buffer.from(first))), 'By Content')).toMatchObject({
      skipped: 2,
    });
    // Of another hub it is another import.
    expect(await load(write('export.csv', first), 'By Content 2')).toMatchObject({ imported: 2, skipped: 0 });
    expect(await brokenBooks(database())).toEqual([]);
  });
  test('a file that was continued goes on after the rows that are in the books', { tags: ['D4'] }, async () => {
    const first = HEAD + row('1', 'K', 1) + row('A2', 'K', 1);
    const more = first + row('3', 'K', 1);
    await load(write('log.csv', first), 'Continued');
    expect(await load(write('log.csv', more), 'Continued')).toMatchObject({ rows: 1, imported: 1, skipped: 2 });
    // Both again, also the older one: nothing is booked twice.
    expect(await load(write('log.csv', first), 'Continued')).toMatchObject({ imported: 0 });
    expect(await load(write('log.csv', more), 'Continued')).toMatchObject({ imported: 0, skipped: 3 });
    expect(await load(write('log.csv', more + row('4', 'K', 1)), 'Continued')).toMatchObject({
      imported: 1,
      skipped: 3,
    });
  });
  test('a last row that was cut off is not taken for the beginning of a longer one', { tags: ['D4'] }, async () => {
    const cut = `${HEAD}1,L,Cup,1,2011-01-01 10:00:00,2`;
    await load(write('log.csv', cut), 'Cut Off');
    expect(await load(write('log.csv', `${cut}5\n${row('2', 'L', 1)}`), 'Cut Off')).toMatchObject({
      imported: 2,
      skipped: 0,
    });
  });
  test('a stopped file that went on inside a longer one is not begun again', { tags: ['D4'] }, async () => {
    const first = HEAD + row('1', 'S', 1) + row('2', 'S', 1) + row('3', 'S', 1);
    const stop = new Error('killed');
    const kill = {
      batch: 1,
      onProgress: (rows: number) => {
        if (rows === 2) throw stop;
      },
    };
    await expect(load(write('log.csv', first), 'Stopped', kill)).rejects.toBe(stop);
    expect(await load(write('log.csv', first + row('4', 'S', 1)), 'Stopped')).toMatchObject({
      imported: 2,
      skipped: 2,
    });
    expect(await load(write('log.csv', first), 'Stopped')).toMatchObject({ imported: 0, skipped: 3 });
  });
  test('rows that an earlier version booked under the file name are this file only if they say the same', {
    tags: ['D4'],
  }, async () => {
    const text = HEAD + row('1', 'O', 1) + row('2', 'O', 1);
    const { warehouse_id } = await load(write('old.csv', text), 'Earlier Version');
    await asBookedBefore(warehouse_id as string, 'old.csv');
    expect(await load(write('old.csv', text), 'Earlier Version')).toMatchObject({ imported: 0, skipped: 2 });
    await sql`delete from import_file where warehouse_id = ${warehouse_id}`.execute(database().kysely);
    expect(await load(write('old.csv', HEAD + row('1', 'O', 1) + row('2', 'O', 7)), 'Earlier Version')).toMatchObject({
      imported: 2,
      skipped: 0,
    });
  });
  /** Keys as the version of before 2026-11-25 wrote them. */
  const asBookedBefore = async (warehouse: string, name: string) => {
    const run = (text: ReturnType<typeof sql>) => text.execute(database().kysely);
    await run(sql`alter table warehouse_log disable trigger user`);
    await run(
      sql`update warehouse_log set source_key = ${name} || substr(source_key, 37) where warehouse_id = ${warehouse}`,
    );
    await run(sql`alter table warehouse_log enable trigger user`);
    await run(sql`delete from import_file where warehouse_id = ${warehouse}`);
  };

  test('a NUL or half an emoji in a description stops nothing', { tags: ['D5'] }, async () => {
    const text = `${HEAD}1,Z1,A\u0000B,1,2011-01-01 10:00:00,2\n2,Z2,${'x'.repeat(119)}😀,1,2011-01-01 10:00:00,2\n3,Z\u0000,C,1,2011-01-01 10:00:00,2\n`;
    expect(await load(write('signs.csv', text), 'Any Sign')).toMatchObject({ imported: 2, refused: 1 });
  });
  test('every bad row is named before one is booked, by its own line, under a heading, once', {
    tags: ['D6', 'D8'],
  }, async () => {
    const text = `${HEAD}1,B1,"Cup\nof two lines",1,2011-01-01 10:00:00,2\n\n2,B1,Cup,1,2011-02-30 10:00:00,2\n3,B1,Cup,1,2011-01-01 10:00:00,1,50\n4,B1,Cup,1\nc5,B1,Cup,-3,2011-01-01 10:00:00,0\n`;
    const file = write('lines.csv', text);
    let before: unknown;
    const logs = await count('warehouse_log');
    const result = await load(file, 'By Line', {
      onChecked: (checked: { refused: number; errorsFile: string }) => {
        before = { ...checked, listed: listed(checked.errorsFile).length };
      },
    });
    expect(before).toMatchObject({ refused: 4, listed: 5 });
    expect(result).toMatchObject({ imported: 1, refused: 4 });
    expect(await count('warehouse_log')).toBe(Number(logs) + 2);
    const first = readFileSync(result.errors_file as string, 'utf8');
    expect(listed(result.errors_file).map((cells) => cells.slice(0, 3))).toEqual([
      ['Line', 'Problem', 'InvoiceNo'],
      ['5', expect.stringContaining('date is not valid'), '2'],
      ['6', expect.stringContaining('This row has 7 cells, the heading has 6.'), '3'],
      ['7', expect.stringContaining('This row has 4 cells'), '4'],
      ['8', expect.stringContaining('unknown letter'), 'c5'],
    ]);
    // A second run lists them as before.
    const again = await load(file, 'By Line');
    expect(again).toMatchObject({ imported: 0, refused: 4 });
    expect(readFileSync(again.errors_file as string, 'utf8')).toBe(first);
  });
  test('no bad row, no file; another file of the same name has a list of its own', { tags: ['D8'] }, async () => {
    const errorsFolder = join(folder, `own-errors-${database().engine}`);
    const clean = await load(write('month.csv', HEAD + row('1', 'E', 1)), 'Errors', { errorsFolder });
    expect([clean.errors_file, existsSync(errorsFolder)]).toEqual([null, false]);
    for (const bad of ['A1', 'A2'])
      await load(write('month.csv', HEAD + row('1', 'E', 1) + row(bad, 'E', 1)), 'Errors', { errorsFolder });
    expect(readdirSync(errorsFolder)).toHaveLength(2);
  });
  test('where the list cannot be written a sentence says so, and nothing is booked', { tags: ['D8'] }, async () => {
    const errorsFolder = join(write('no-folder', 'a file'), 'inside');
    const logs = await count('warehouse_log');
    const file = write('a.csv', HEAD + row('1', 'W', 1) + row('A2', 'W', 1));
    await expect(load(file, 'Not Writable', { errorsFolder })).rejects.toThrow(
      /could not be written.*Nothing was booked/s,
    );
    expect(await count('warehouse_log')).toBe(logs);
  });
  test('--check reads everything and books nothing', { tags: ['D8'] }, async () => {
    const logs = await count('warehouse_log');
    const result = await load(write('a.csv', HEAD + row('1', 'Q', 1) + row('A2', 'Q', 1)), 'Only Checked', {
      check: true,
    });
    expect(result).toMatchObject({ rows: 2, imported: 0, refused: 1, warehouse_id: null });
    expect(await count('warehouse_log')).toBe(logs);
  });

  test('codes that differ by case alone are one product, whichever file names them', { tags: ['D2'] }, async () => {
    await load(write('a.csv', HEAD + row('1', '15056BL', 1) + row('2', '15056bl', 1)), 'One Product');
    await load(write('b.csv', HEAD + row('3', '15056Bl', 1)), 'One Product');
    const { rows } =
      await sql<Data>`select sku_id, (select -sum(quantity)::int4 from warehouse_log where product_id = p._id
      and kind = 'stock_out') as units from product p where sku_key = 'import-15056bl'`.execute(database().kysely);
    expect(rows).toEqual([{ sku_id: 'import-15056BL', units: 3 }]);
  });
  test('a code that could mean two products of an older database is refused, the exact one is not', {
    tags: ['D2'],
  }, async () => {
    const { kysely } = database();
    await load(write('a.csv', HEAD + row('1', 'Twin', 1)), 'Twins');
    await sql`insert into product (_id, created, modified, name, description, sku_id, sku_twin, case_count, mpu, price_kobo, brand_id)
      values ('twin', ${NOW}, ${NOW}, 'Second twin', 'A product of before', 'import-TWIN', 1, 1, 1, 100, 'import_brand')`.execute(
      kysely,
    );
    const result = await load(write('b.csv', HEAD + row('2', 'twin', 1) + row('3', 'TWIN', 2)), 'Twins');
    expect(result).toMatchObject({ imported: 1, refused: 1 });
    expect(listed(result.errors_file)[1]?.[1]).toContain('Several products have the SKU import-twin');
    const { rows } =
      await sql<Data>`select quantity from warehouse_log where product_id = 'twin' and kind = 'stock_out'`.execute(
        kysely,
      );
    expect(rows).toEqual([{ quantity: -2 }]);
  });
  test('after an import the planner knows how long the log is', { tags: ['D10'] }, async () => {
    const { rows } =
      await sql<Data>`select last_analyze is not null as known from pg_stat_user_tables where relname = 'warehouse_log'`.execute(
        database().kysely,
      );
    expect(rows).toEqual([{ known: true }]);
  });
});
