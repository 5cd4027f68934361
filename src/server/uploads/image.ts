/**
 * Reads an uploaded picture (B9.4): its kind from its first bytes, its size in pixels, and its bytes without metadata. Metadata such as place, author
 * and camera is removed. Only the orientation of a photo stays.
 */
import { crc32 } from 'node:zlib';
import { NO_IMAGE_TEXT } from '#domain/limits.ts';

export interface Image {
  extension: 'jpg' | 'png';
  mime: 'image/jpeg' | 'image/png';
  width: number;
  height: number;
  /** The picture without metadata. */
  bytes: Buffer;
}

/** The longest side in pixels. Browsers would unpack larger pictures to tens of megabytes each (S17). Our own screens send at most 1,200. */
export const MAX_SIDE = 2_000;
/** Passes over a JPEG. A progressive photo has about ten; each of thousands would cost a whole decoding. */
const MAX_SCANS = 100;

const MOVING_TEXT = `${NO_IMAGE_TEXT} This one moves: choose a still one.`;
/** The text for a picture whose data cannot be decoded. */
export const DAMAGED_TEXT = `${NO_IMAGE_TEXT} This one is damaged.`;

/**
 * The picture, or the text that says why it is none: no JPEG or PNG, truncated, moving, or of more than 2,000 pixels on a side. Reads the size before
 * anything is unpacked.
 */
export function readImage(bytes: Buffer): Image | string {
  const image = bytes.subarray(0, 8).equals(PNG_SIGNATURE) ? readPng(bytes) : isJpeg(bytes) ? readJpeg(bytes) : null;
  if (!image) return NO_IMAGE_TEXT;
  if (image === 'moves') return MOVING_TEXT;
  const { width, height } = image;
  if (width < 1 || height < 1) return NO_IMAGE_TEXT;
  if (width <= MAX_SIDE && height <= MAX_SIDE) return image;
  const shown = (side: number) => side.toLocaleString('en-NG');
  return `${NO_IMAGE_TEXT} This one has ${shown(width)} by ${shown(height)} pixels; ${shown(MAX_SIDE)} a side is the most.`;
}

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** The chunks that affect the picture. Texts, times and EXIF are not among them. */
const PNG_KEPT = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'sBIT', 'pHYs']);

function readPng(bytes: Buffer): Image | 'moves' | null {
  const kept: Buffer[] = [PNG_SIGNATURE];
  const names: string[] = [];
  let [width, height] = [0, 0];
  for (let at = 8; names.at(-1) !== 'IEND'; ) {
    if (at + 12 > bytes.length) return null;
    const length = bytes.readUInt32BE(at);
    const end = at + 12 + length;
    if (end > bytes.length || bytes.readUInt32BE(end - 4) !== crc32(bytes.subarray(at + 4, end - 4))) return null;
    const name = bytes.toString('latin1', at + 4, at + 8);
    if (names.length === 0 && (name !== 'IHDR' || length !== 13)) return null;
    if (name === 'IHDR') [width, height] = [bytes.readUInt32BE(at + 8), bytes.readUInt32BE(at + 12)];
    if (PNG_KEPT.has(name)) kept.push(bytes.subarray(at, end));
    names.push(name);
    at = end;
  }
  if (!names.includes('IDAT')) return null;
  if (names.includes('acTL')) return 'moves';
  return { extension: 'png', mime: 'image/png', width, height, bytes: Buffer.concat(kept) };
}

const isJpeg = (bytes: Buffer) => bytes.length > 4 && bytes.readUIntBE(0, 3) === 0xffd8ff;

function readJpeg(bytes: Buffer): Image | null {
  const kept: Buffer[] = [];
  let [width, height, turn, scans] = [0, 0, 1, 0];
  for (let at = 2; ; ) {
    // Any number of FF bytes may precede a marker.
    if (bytes[at] !== 0xff) return null;
    while (bytes[at] === 0xff) at += 1;
    const marker = bytes[at];
    at += 1;
    if (marker === undefined) return null;
    if (marker === 0xd9) break;
    if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) continue;
    if (at + 2 > bytes.length) return null;
    const end = at + bytes.readUInt16BE(at);
    if (end > bytes.length || end < at + 2) return null;
    const body = bytes.subarray(at + 2, end);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) {
      if (body.length < 6) return null;
      [height, width] = [body.readUInt16BE(1), body.readUInt16BE(3)];
    }
    if (marker === 0xe1) turn = turnOf(body) ?? turn;
    const own = marker === 0xe0 ? plainJfif(body) : keepsPicture(marker, body) ? body : null;
    if (own) kept.push(segment(marker, own));
    at = end;
    if (marker !== 0xda) continue;
    scans += 1;
    if (scans > MAX_SCANS) return null;
    const next = endOfScan(bytes, at);
    if (next === null) return null;
    kept.push(bytes.subarray(at, next));
    at = next;
  }
  if (scans === 0) return null;
  // JFIF must be the first segment. The orientation follows it.
  const head = kept[0]?.[1] === 0xe0 ? kept.splice(0, 1) : [];
  const turned = turn === 1 ? [] : [segment(0xe1, exifOf(turn))];
  return {
    extension: 'jpg',
    mime: 'image/jpeg',
    width,
    height,
    bytes: Buffer.concat([Buffer.from([0xff, 0xd8]), ...head, ...turned, ...kept, Buffer.from([0xff, 0xd9])]),
  };
}

function segment(marker: number, body: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
}

/** Keeps tables, frames and scans. Of the application segments only the colour profile and Adobe's colour transform stay. */
function keepsPicture(marker: number, body: Buffer): boolean {
  if (marker === 0xe2) return body.subarray(0, 12).toString('latin1') === 'ICC_PROFILE\0';
  if (marker === 0xee) return body.subarray(0, 5).toString('latin1') === 'Adobe';
  return !(marker >= 0xe0 && marker <= 0xef) && marker !== 0xfe;
}

/** The density without the thumbnail that may follow it. */
function plainJfif(body: Buffer): Buffer | null {
  if (body.length < 14 || body.subarray(0, 5).toString('latin1') !== 'JFIF\0') return null;
  return Buffer.concat([body.subarray(0, 12), Buffer.from([0, 0])]);
}

/** The position of the next marker after the coded picture data. */
function endOfScan(bytes: Buffer, from: number): number | null {
  for (let at = from; at + 1 < bytes.length; at += 1) {
    if (bytes[at] !== 0xff) continue;
    const next = bytes[at + 1] ?? 0;
    if (next !== 0x00 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  return null;
}

/** EXIF's orientation, 1 to 8, or null when there is none. */
function turnOf(body: Buffer): number | null {
  if (body.subarray(0, 6).toString('latin1') !== 'Exif\0\0' || body.length < 16) return null;
  const tiff = body.subarray(6);
  const little = tiff.toString('latin1', 0, 2) === 'II';
  const two = (at: number) => (at + 2 > tiff.length ? 0 : little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const first = little ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  const count = two(first);
  for (let index = 0; index < count; index += 1) {
    const entry = first + 2 + index * 12;
    if (two(entry) !== 0x0112) continue;
    const turn = two(entry + 8);
    return turn >= 1 && turn <= 8 ? turn : null;
  }
  return null;
}

/** An EXIF segment that holds only the orientation. */
function exifOf(turn: number): Buffer {
  const body = Buffer.alloc(32);
  body.write('Exif\0\0MM\0*', 'latin1');
  body.writeUInt32BE(8, 10);
  body.writeUInt16BE(1, 14);
  body.writeUInt16BE(0x0112, 16);
  body.writeUInt16BE(3, 18);
  body.writeUInt32BE(1, 20);
  body.writeUInt16BE(turn, 24);
  return body;
}
