/** Reads the texts (without blanks) and page sizes of a PDF from Chromium. Enough for tests of paper. */
import { inflateSync } from 'node:zlib';

export interface Pdf {
  /** All printed text, page after page, without blanks, because a word may be set in pieces. */
  text: string;
  /** The page sizes in millimetres. */
  pages: { width: number; height: number }[];
}

const MM = 25.4 / 72;

export function readPdf(bytes: Buffer): Pdf {
  const objects = new Map<number, { head: string; stream: () => string }>();
  const raw = bytes.toString('latin1');
  const opening = /(?:^|\n)(\d+) 0 obj\s/g;
  for (let found = opening.exec(raw); found; found = opening.exec(raw)) {
    const begin = opening.lastIndex;
    const end = raw.indexOf('endobj', begin);
    const start = /stream\r?\n/g;
    start.lastIndex = begin;
    const opened = start.exec(raw);
    if (!opened || opened.index > end) {
      objects.set(Number(found[1]), { head: raw.slice(begin, end), stream: () => '' });
      continue;
    }
    const head = raw.slice(begin, opened.index);
    // Streams are read by their length, because compressed data may contain any word of the format and may end with a carriage return.
    const length = /\/Length (\d+)(?! \d+ R)/.exec(head)?.[1];
    if (length === undefined) throw new Error(`PDF object ${found[1]}: its stream does not say how long it is.`);
    const data = bytes.subarray(start.lastIndex, start.lastIndex + Number(length));
    opening.lastIndex = start.lastIndex + data.length;
    objects.set(Number(found[1]), {
      head,
      stream: () => (head.includes('/FlateDecode') ? inflateSync(data) : data).toString('latin1'),
    });
  }
  const refs = (head: string, name: string) =>
    [...(new RegExp(`/${name}\\s*(\\[[^\\]]*\\]|\\d+ 0 R)`).exec(head)?.[1] ?? '').matchAll(/(\d+) 0 R/g)].map((one) =>
      Number(one[1]),
    );
  const tables = new Map<number, Map<string, string>>();
  const tableOf = (font: number) => {
    const [map] = refs(objects.get(font)?.head ?? '', 'ToUnicode');
    const known = tables.get(font) ?? unicodeTable(map === undefined ? '' : (objects.get(map)?.stream() ?? ''));
    tables.set(font, known);
    return known;
  };
  const sheets = [...objects.values()].filter(({ head }) => /\/Type\s*\/Page\b/.test(head));
  const pages = sheets.map(({ head }) => {
    const [, , width = 0, height = 0] = (/\/MediaBox\s*\[([^\]]*)\]/.exec(head)?.[1] ?? '')
      .trim()
      .split(/\s+/)
      .map(Number);
    return { width: Math.round(width * MM), height: Math.round(height * MM) };
  });
  const text = sheets.map(({ head }) => {
    const fonts = new Map(
      [...head.matchAll(/\/(F\d+)\s+(\d+) 0 R/g)].map((one) => [one[1] ?? '', Number(one[2])] as const),
    );
    return refs(head, 'Contents')
      .map((content) => textOf(objects.get(content)?.stream() ?? '', (name) => tableOf(fonts.get(name) ?? -1)))
      .join('');
  });
  return { text: text.join('').replace(/\s+/g, ''), pages };
}

/** Maps glyph codes (hex) to text, from a ToUnicode map. */
function unicodeTable(map: string): Map<string, string> {
  const table = new Map<string, string>();
  const utf16 = (hex: string) => Buffer.from(hex, 'hex').swap16().toString('utf16le');
  for (const block of map.matchAll(/beginbfchar([\s\S]*?)endbfchar/g))
    for (const one of (block[1] ?? '').matchAll(/<(\w+)>\s*<(\w+)>/g))
      table.set((one[1] ?? '').toUpperCase(), utf16(one[2] ?? ''));
  for (const block of map.matchAll(/beginbfrange([\s\S]*?)endbfrange/g))
    for (const one of (block[1] ?? '').matchAll(/<(\w+)>\s*<(\w+)>\s*<(\w+)>/g)) {
      const [, from = '', to = '', first = ''] = one;
      for (let code = Number.parseInt(from, 16); code <= Number.parseInt(to, 16); code += 1) {
        const target = (Number.parseInt(first, 16) + code - Number.parseInt(from, 16)).toString(16);
        table.set(
          code.toString(16).padStart(from.length, '0').toUpperCase(),
          utf16(target.padStart(first.length, '0')),
        );
      }
    }
  return table;
}

function textOf(content: string, table: (font: string) => Map<string, string>): string {
  let glyphs = new Map<string, string>();
  let text = '';
  for (const token of content.matchAll(/\/(F\d+)\s+[\d.]+\s+Tf|<([0-9A-Fa-f]+)>/g)) {
    if (token[1]) glyphs = table(token[1]);
    const hex = (token[2] ?? '').toUpperCase();
    const size = [...glyphs.keys()][0]?.length ?? 4;
    for (let at = 0; at < hex.length; at += size) text += glyphs.get(hex.slice(at, at + size)) ?? '';
  }
  return text;
}
