/** Excel files that we hand out (B14.5): made by the worker itself, read again by a reader of such files. */
import { expect, test } from 'vitest';
import { read } from 'xlsx';
import type { SheetPart } from '#crud/export/sheetWorker.ts';
import type { Cell } from '#crud/export/workbook.ts';

interface Job {
  name: string;
  head: string[];
  notes: string[];
  rows: Cell[][];
}

/** Runs the worker's own code in this process: what it is asked, part by part, and the file that it posts. */
async function written({ name, head, notes, rows }: Job): Promise<ArrayBuffer> {
  const file = new Promise<Blob>((resolve) => {
    const scope: { onmessage?: (event: { data: SheetPart }) => void; postMessage: (file: Blob) => void } = {
      postMessage: resolve,
    };
    Object.assign(globalThis, { self: scope });
    void import('#crud/export/sheetWorker.ts').then(() => {
      const tell = (data: SheetPart) => scope.onmessage?.({ data });
      tell({ step: 'head', name, columns: head.length, rows: [...notes.map((note) => [note]), [], head] });
      tell({ step: 'rows', rows });
      tell({ step: 'end' });
    });
  });
  return (await file).arrayBuffer();
}

test('an export holds texts and numbers and never a formula, in heads, notes and cells', {
  tags: ['SEC-18', 'B14.5'],
}, async () => {
  const armed = [
    '=1+1',
    '+SUM(A1)',
    '-2+3',
    '@x',
    '\t=1',
    '\r=1',
    ' =1',
    '\u00a0=1',
    '=HYPERLINK("https://evil.example","x")',
    'a\n=1',
    "=cmd|' /C calc'!A0",
  ];
  const file = await written({
    name: '=Products/[x]*',
    head: ['Name', '=Price'],
    notes: ['=Search: 1+1', '+tag'],
    rows: [...armed.map((text, at) => [text, -at]), ['plain', null], ['', 12.5]],
  });
  const book = read(file, { cellFormula: true, raw: true });
  const sheet = book.Sheets[book.SheetNames[0] ?? ''] ?? {};
  const cells = Object.entries(sheet).filter(([at]) => !at.startsWith('!')) as [
    string,
    { t: string; v: unknown; f?: string },
  ][];
  expect(cells.filter(([, cell]) => cell.f !== undefined)).toEqual([]);
  expect(new Set(cells.map(([, cell]) => cell.t))).toEqual(new Set(['s', 'n']));
  const texts = cells.filter(([, cell]) => cell.t === 's').map(([, cell]) => cell.v);
  // What XML makes of line ends is no matter here.
  for (const text of armed)
    expect(
      texts.map((one) => String(one).replace(/[\r\n]/g, '')),
      text,
    ).toContain(text.replace(/[\r\n]/g, ''));
  expect(cells.filter(([, cell]) => cell.t === 'n').map(([, cell]) => cell.v)).toContain(12.5);
  // The file itself, not only how one program reads it: no cell is written with a formula element.
  expect(Buffer.from(file).toString('latin1')).not.toMatch(/<f[ >]/);
});
