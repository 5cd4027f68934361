import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readPdf } from '../support/pdf.ts';

/** A page whose only text is `text`, its streams packed as Chromium packs them. */
function paper(text: string): { bytes: Buffer; packed: Buffer } {
  const codes = [...text].map((letter) => letter.charCodeAt(0).toString(16).padStart(4, '0'));
  const packed = deflateSync(Buffer.from(`BT /F1 12 Tf <${codes.join('')}> Tj ET`));
  const table = deflateSync(Buffer.from('beginbfrange\n<0020> <007E> <0020>\nendbfrange'));
  const object = (id: number, head: string, data?: Buffer) =>
    Buffer.concat([
      Buffer.from(`${id} 0 obj\n${head}`),
      ...(data ? [Buffer.from('stream\n'), data, Buffer.from('\nendstream')] : []),
      Buffer.from('\nendobj\n'),
    ]);
  const bytes = Buffer.concat([
    Buffer.from('%PDF-1.4\n'),
    object(1, '<</Type /Page /MediaBox [0 0 595.28 841.89] /Resources <</Font <</F1 2 0 R>>>> /Contents 3 0 R>>'),
    object(2, '<</Type /Font /ToUnicode 4 0 R>>'),
    object(3, `<</Filter /FlateDecode /Length ${packed.length}>> `, packed),
    object(4, `<</Filter /FlateDecode /Length ${table.length}>> `, table),
  ]);
  return { bytes, packed };
}

test('paper is read whatever its packed bytes are: a carriage return at their end belongs to them', {
  tags: ['B11.1'],
}, () => {
  const endings = new Set<number>();
  for (let one = 0; one < 2000; one += 1) {
    const text = `Receipt${one}${String.fromCharCode(33 + (one % 90))}${String.fromCharCode(33 + (one % 83))}`;
    const { bytes, packed } = paper(text);
    endings.add(packed.at(-1) ?? -1);
    expect(readPdf(bytes), text).toEqual({ text, pages: [{ width: 210, height: 297 }] });
  }
  expect(endings.has(0x0d)).toBe(true);
});
