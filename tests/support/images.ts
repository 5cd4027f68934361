/** Small real pictures for tests, with and without hidden data of a camera. */
import { crc32, deflateSync } from 'node:zlib';

function chunk(name: string, body: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length, 0);
  head.write(name, 4, 'latin1');
  const tail = Buffer.alloc(4);
  tail.writeUInt32BE(crc32(Buffer.concat([head.subarray(4), body])));
  return Buffer.concat([head, body, tail]);
}

/**
 * A grey PNG of the given size, with a text chunk that says `secret` and has `padding` bytes. `rows`: the number of rows with data. `noise`: the data is
 * no compressed picture. `moves`: the file claims to have frames.
 */
export function png({
  width = 2,
  height = 2,
  secret = '',
  padding = 0,
  rows = undefined as number | undefined,
  noise = false,
  moves = false,
} = {}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const data = Buffer.alloc((width + 1) * (rows ?? height), 0);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    ...(secret ? [chunk('tEXt', Buffer.concat([Buffer.from(`Comment\0${secret}`), Buffer.alloc(padding, 'x')]))] : []),
    ...(moves ? [chunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]))] : []),
    chunk('IDAT', noise ? Buffer.from('no picture') : deflateSync(data)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A small file that claims 65,000 by 65,000 pixels. */
export const bomb = () => png({ width: 65_000, height: 65_000, rows: 1 });

const part = (marker: number, body: Buffer) => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
};

/** A 1 x 1 JPEG (baseline, grey) with a place in EXIF and a comment, turned by 90 degrees. */
export function jpeg({ secret = 'Mushin 6.5N 3.3E', turn = 6 } = {}): Buffer {
  const exif = Buffer.alloc(60);
  exif.write('Exif\0\0II*\0', 'latin1');
  exif.writeUInt32LE(8, 10);
  exif.writeUInt16LE(1, 14);
  exif.writeUInt16LE(0x0112, 16);
  exif.writeUInt16LE(3, 18);
  exif.writeUInt32LE(1, 20);
  exif.writeUInt16LE(turn, 24);
  exif.write(secret, 32, 'latin1');
  const counts = (...bits: number[]) => Buffer.from([...bits, ...Array.from({ length: 16 - bits.length }, () => 0)]);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    part(0xe0, Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\0\0', 'latin1')),
    part(0xe1, exif),
    part(0xfe, Buffer.from(secret)),
    part(0xdb, Buffer.concat([Buffer.from([0]), Buffer.alloc(64, 1)])),
    part(0xc0, Buffer.from([8, 0, 1, 0, 1, 1, 1, 0x11, 0])),
    part(0xc4, Buffer.concat([Buffer.from([0]), counts(1), Buffer.from([0])])),
    part(0xc4, Buffer.concat([Buffer.from([0x10]), counts(1), Buffer.from([0])])),
    part(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    Buffer.from([0x3f, 0xff, 0x00]),
    Buffer.from([0xff, 0xd9]),
    Buffer.from(`${secret} after the end`),
  ]);
}

/** A multipart body with fields and one file. */
export function multipart(fields: Readonly<Record<string, string>>, file: Buffer | null, fileName = 'photo.png') {
  const boundary = '----kasuwa-test-boundary';
  const parts: Buffer[] = Object.entries(fields).map(([name, value]) =>
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
  );
  if (file) {
    parts.push(
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\nContent-Type: image/png\r\n\r\n`,
      ),
      file,
      Buffer.from('\r\n'),
    );
  }
  parts.push(Buffer.from(`--${boundary}--\r\n`));
  return { payload: Buffer.concat(parts), headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } };
}
