/** The font file of the app has the letters, the signs and the figures that screens need (decision 0233). A letter that it lacks would come from another font. */
import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';

const FILE = readFileSync(new URL('../../src/ui/fonts/kasuwa.woff2', import.meta.url));

/** The tables of the font by name. The directory of a WOFF2 names the usual tables by their place in this list, of which we read three. */
function tablesOf(file: Buffer): Map<string, Buffer> {
  const KNOWN =
    'cmap head hhea hmtx maxp name OS/2 post cvt  fpgm glyf loca prep CFF  VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG  sbix acnt avar bdat bloc bsln cvar fdsc feat fmtx fvar gvar hsty just lcar mort morx opbd prop trak Zapf Silf Glat Gloc Feat Sill'.match(
      /.{4}(?: |$)/g,
    ) ?? [];
  expect(file.toString('latin1', 0, 4)).toBe('wOF2');
  let at = 48;
  const length = () => {
    let value = 0;
    for (let byte = 0x80; byte & 0x80; at += 1) {
      byte = file[at] ?? 0;
      value = value * 128 + (byte & 0x7f);
    }
    return value;
  };
  const lengths: [name: string, bytes: number][] = [];
  for (let left = file.readUInt16BE(12); left > 0; left -= 1) {
    const flags = file[at] ?? 0;
    at += 1;
    let name = KNOWN[flags & 0x3f]?.slice(0, 4) ?? '';
    if ((flags & 0x3f) === 0x3f) {
      name = file.toString('latin1', at, at + 4);
      at += 4;
    }
    const own = length();
    const isTransformed = ['glyf', 'loca'].includes(name) ? flags >> 6 !== 3 : flags >> 6 !== 0;
    lengths.push([name, isTransformed ? length() : own]);
  }
  const all = brotliDecompressSync(file.subarray(at, at + file.readUInt32BE(20)));
  let from = 0;
  return new Map(
    lengths.map(([name, bytes]) => {
      from += bytes;
      return [name, all.subarray(from - bytes, from)];
    }),
  );
}

/** Whether a `cmap` gives a glyph for the code point. */
function glyphs(cmap: Buffer): (point: number) => boolean {
  const ranges: [first: number, last: number][] = [];
  for (let table = 0; table < cmap.readUInt16BE(2); table += 1) {
    const at = cmap.readUInt32BE(8 + table * 8);
    const format = cmap.readUInt16BE(at);
    if (format === 12)
      for (let group = 0; group < cmap.readUInt32BE(at + 12); group += 1)
        ranges.push([cmap.readUInt32BE(at + 16 + group * 12), cmap.readUInt32BE(at + 20 + group * 12)]);
    if (format !== 4) continue;
    const double = cmap.readUInt16BE(at + 6);
    for (let segment = 0; segment < double; segment += 2)
      ranges.push([cmap.readUInt16BE(at + 16 + double + segment), cmap.readUInt16BE(at + 14 + segment)]);
  }
  expect(ranges.length).toBeGreaterThan(3);
  return (point) => ranges.some(([first, last]) => first <= point && point <= last && point !== 0xffff);
}

const tables = tablesOf(FILE);
const has = glyphs(tables.get('cmap') ?? Buffer.alloc(0));
/** The letters of a text without a glyph of the font, in each form in which a text may hold them. */
const lacking = (letters: string) =>
  [...new Set(['NFC', 'NFD'].flatMap((form) => [...letters.normalize(form)]))].filter(
    (letter) => !has(letter.codePointAt(0) ?? 0),
  );

test.each([
  ['Yoruba', 'aábdeéẹfgghiíjklmnńǹoóọprsṣtuúwyàèìòùẹ́ẹ̀ọ́ọ̀m̀ḿāēīōū'],
  ['Igbo', 'abchdeèéfgbghhiịjkkplmnṅnwnyoọpprstuụvwyzàáìíòóùúñǹńị́ị̀ọ́ọ̀ụ́ụ̀m̀ḿ'],
  ['Hausa', 'abɓcdɗefghijkƙlmnorstuwyƴzāēīōūàèìòùâêîôûʼ'],
])('has every letter of %s, small and large, with its tones', (_, letters) => {
  expect(lacking(letters)).toEqual([]);
  expect(lacking(letters.toUpperCase())).toEqual([]);
});

test('the measure finds a letter that the font does not have', () => {
  expect(lacking('aжα')).toEqual(['ж', 'α']);
});

test('has the naira sign, ten digits of one width, and the signs of the screens', () => {
  expect(lacking('₦0123456789.,:−–-+%·…“”‘’↑↓←→ ')).toEqual([]);
  expect(tables.get('GSUB')?.includes('tnum')).toBe(true);
});

test('is small: all it has is asked for', () => {
  expect(FILE.length).toBeLessThan(40_000);
});
