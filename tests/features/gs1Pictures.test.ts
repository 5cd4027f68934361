/** Draws GS1 codes with a library and reads them with the camera's own reader. Product, lot, day and count must come out. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { prepareZXingModule as prepareReader, readBarcodes } from 'zxing-wasm/reader';
import { prepareZXingModule as prepareWriter, writeBarcode } from 'zxing-wasm/writer';
import { readGs1 } from '#domain/gs1.ts';
import { READER_OPTIONS, textsOf } from '#features/stock/scan/codeTexts.ts';

const GS = '\u001d';
const GTIN = '09501101530003';
const PARTS = { gtin: GTIN, lot: 'AB-123', expires: '2027-03-01', count: 12 };

const programOf = (what: 'reader' | 'writer') => {
  const file = readFileSync(new URL(`../../node_modules/zxing-wasm/dist/${what}/zxing_${what}.wasm`, import.meta.url));
  return { wasmBinary: file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength) as ArrayBuffer };
};

beforeAll(() => {
  prepareReader({ overrides: programOf('reader') });
  prepareWriter({ overrides: programOf('writer') });
});

describe.each(['DataMatrix', 'QRCode', 'Code128'] as const)('%s', { tags: ['LOT-02'] }, (format) => {
  async function seen(text: string, options: string): Promise<string[]> {
    const drawn = await writeBarcode(text, { format, options, scale: 4, addQuietZones: true });
    expect(drawn.error).toBe('');
    return textsOf(await readBarcodes(drawn.image as Blob, READER_OPTIONS));
  }

  test('is read if the code is marked as GS1', async () => {
    const [text = ''] = await seen(`(01)${GTIN}(10)AB-123(17)270301(37)12`, 'gs1');
    expect(readGs1(text, 2026)).toEqual(PARTS);
  });

  test('is read if the printer wrote the separators without marking the code as GS1', async () => {
    const [text = ''] = await seen(`01${GTIN}10AB-123${GS}172703013712`, '');
    expect(readGs1(text, 2026)).toEqual(PARTS);
    const [short = ''] = await seen(`01${GTIN}10L1${GS}3712`, '');
    expect(readGs1(short, 2026)).toMatchObject({ lot: 'L1', count: 12 });
  });
});
