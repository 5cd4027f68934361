/** Makes a video of barcodes for Chromium's fake camera: one grey, uncompressed picture a second. */
import { closeSync, openSync, writeSync } from 'node:fs';

const WIDTH = 640;
const HEIGHT = 480;
/** The width of the thinnest bar in pixels. */
const BAR = 2;

const LEFT_ODD = [
  '0001101',
  '0011001',
  '0010011',
  '0111101',
  '0100011',
  '0110001',
  '0101111',
  '0111011',
  '0110111',
  '0001011',
];
const PARITY = ['OOOOOO', 'OOEOEE', 'OOEEOE', 'OOEEEO', 'OEOOEE', 'OEEOOE', 'OEEEOO', 'OEOEOE', 'OEOEEO', 'OEEOEO'];
const ITF_WIDTHS = ['nnwwn', 'wnnnw', 'nwnnw', 'wwnnn', 'nnwnw', 'wnwnn', 'nwwnn', 'nnnww', 'wnnwn', 'nwnwn'];

const inverted = (bits: string) => bits.replace(/./g, (bit) => (bit === '1' ? '0' : '1'));
const reversed = (bits: string) => [...bits].reverse().join('');

/** The bars of an EAN-13 as bits, 1 for black. */
function ean13(code: string): string {
  const digits = [...code].map(Number);
  const parity = PARITY[digits[0] ?? 0] ?? '';
  const left = digits.slice(1, 7).map((digit, index) => {
    const odd = LEFT_ODD[digit] ?? '';
    return parity[index] === 'O' ? odd : reversed(inverted(odd));
  });
  const right = digits.slice(7).map((digit) => inverted(LEFT_ODD[digit] ?? ''));
  return `101${left.join('')}01010${right.join('')}101`;
}

/** The bars of an ITF-14. Digits come in pairs, one in the bars and one in the gaps. A wide bar is three thin ones. */
function itf14(code: string): string {
  const wide = (kind: string | undefined, bit: string) => bit.repeat(kind === 'w' ? 3 : 1);
  const pairs = code.match(/../g) ?? [];
  const body = pairs.map((pair) => {
    const [bars = '', gaps = ''] = [...pair].map((digit) => ITF_WIDTHS[Number(digit)]);
    return [...bars].map((kind, index) => wide(kind, '1') + wide(gaps[index], '0')).join('');
  });
  return `1010${body.join('')}11101`;
}

/** The luminance of a picture with a code in its middle. Null: a picture without a code. */
function picture(code: string | null): Buffer {
  const luma = Buffer.alloc(WIDTH * HEIGHT, 150);
  if (code === null) return luma;
  const bits = code.length === 14 ? itf14(code) : ean13(code);
  const left = Math.round((WIDTH - bits.length * BAR) / 2);
  const quiet = 11 * BAR;
  for (let y = HEIGHT / 2 - 60; y < HEIGHT / 2 + 60; y += 1) {
    luma.fill(235, y * WIDTH + left - quiet, y * WIDTH + left + bits.length * BAR + quiet);
    if (Math.abs(y - HEIGHT / 2) > 45) continue;
    for (const [index, bit] of [...bits].entries())
      if (bit === '1') luma.fill(16, y * WIDTH + left + index * BAR, y * WIDTH + left + (index + 1) * BAR);
  }
  return luma;
}

/** Writes a video. Each step is a code of 13 or 14 digits, or null for an empty picture, and its seconds. The camera repeats the video. */
export function writeBarcodeVideo(path: string, steps: readonly (readonly [string | null, number])[]): void {
  const colours = Buffer.alloc((WIDTH * HEIGHT) / 2, 128);
  const file = openSync(path, 'w');
  writeSync(file, `YUV4MPEG2 W${WIDTH} H${HEIGHT} F1:1 Ip A1:1 C420jpeg\n`);
  for (const [code, seconds] of steps) {
    const luma = picture(code);
    for (let second = 0; second < seconds; second += 1) {
      writeSync(file, 'FRAME\n');
      writeSync(file, luma);
      writeSync(file, colours);
    }
  }
  closeSync(file);
}
