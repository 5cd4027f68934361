/** Reads exported Excel files back. */
import { describe, expect, test } from 'vitest';
import { read, utils } from 'xlsx';
import { type Cell, workbook } from '#crud/export/workbook.ts';

async function opened(name: string, parts: Cell[][][]) {
  const book = workbook(name, 4);
  for (const rows of parts) book.add(rows);
  const file = book.end();
  const back = read(new Uint8Array(await file.arrayBuffer()), { type: 'array', cellFormula: true });
  const title = back.SheetNames[0] ?? '';
  const sheet = back.Sheets[title];
  if (!sheet) throw new Error('There is no sheet.');
  return {
    title,
    sheet,
    type: file.type,
    rows: utils.sheet_to_json<Cell[]>(sheet, { header: 1, blankrows: true, defval: null }),
  };
}

describe('the Excel file', { tags: ['SEC-18', 'B14.5'] }, () => {
  test.each(['=1+1', '+234 803', '-5', '@SUM(A1)', "=cmd|' /C calc'!A0", '=HYPERLINK("http://example.test","x")'])(
    '%s is a text and no formula',
    { tags: ['SEC-18'] },
    async (text) => {
      const { sheet } = await opened('S', [[[text]]]);
      expect(sheet.A1).toMatchObject({ t: 's', v: text });
      expect(sheet.A1.f).toBeUndefined();
    },
  );

  test('characters that XML does not allow are left out, and nothing else', async () => {
    const texts = [
      'a\u0000b\u0008c\u001fd',
      'half \ud800 pair',
      'a & b < c > "d" \'e\'',
      ' two  spaces ',
      'line\nline',
      '\uffff',
      'Ọ̀ṣun 😀 ﬁ',
      ']]>',
    ];
    const { rows } = await opened('S', [texts.map((text) => [text, 'x'])]);
    expect(rows.map((row) => row[0])).toEqual([
      'abcd',
      'half \ufffd pair',
      'a & b < c > "d" \'e\'',
      ' two  spaces ',
      'line\nline',
      '',
      'Ọ̀ṣun 😀 ﬁ',
      ']]>',
    ]);
  });

  test('a sheet name that Excel would refuse is changed to an allowed one; a text beyond the limit is cut', async () => {
    expect((await opened("'a/b\\c?d*e[f]g:h'", [[['x']]])).title).toBe('a b c d e f g h');
    expect((await opened('x'.repeat(40), [[['x']]])).title).toHaveLength(31);
    expect((await opened('', [[['x']]])).title).toBe('Sheet1');
    const { rows } = await opened('S', [[['y'.repeat(40_000)]]]);
    expect(String(rows[0]?.[0])).toHaveLength(32_767);
  });

  test('numbers are numbers, other values are texts, empty values are empty, and a file may have no row', async () => {
    const { sheet, type } = await opened('S', [
      [
        [0, -1.5, Number.NaN, null],
        ['', 1e21, Number.POSITIVE_INFINITY, 12],
      ],
    ]);
    expect(sheet.A1).toMatchObject({ t: 'n', v: 0 });
    expect(sheet.B1).toMatchObject({ t: 'n', v: -1.5 });
    expect(sheet.C1).toMatchObject({ t: 's', v: 'NaN' });
    expect(sheet.D1).toBeUndefined();
    expect(sheet.A2).toBeUndefined();
    expect(sheet.B2).toMatchObject({ t: 'n', v: 1e21 });
    expect(sheet.D2).toMatchObject({ t: 'n', v: 12 });
    expect(type).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
    expect((await opened('S', [])).rows).toEqual([]);
  });

  test('10,000 rows that are written in slices are read back unchanged', async () => {
    const all: Cell[][] = Array.from({ length: 10_000 }, (_, n) => [n, `Milo ${n} g`, 'Nestlé', `${n}.00`]);
    const slices = Array.from({ length: 40 }, (_, at) => all.slice(at * 250, (at + 1) * 250));
    expect((await opened('Products', slices)).rows).toEqual(all);
  });
});
