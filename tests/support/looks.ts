/** Small pictures of screens, kept beside the journeys, and how two of them are compared. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp, { type Sharp } from 'sharp';

const KEPT = fileURLToPath(new URL('../looks/', import.meta.url));
const SEEN = fileURLToPath(new URL('../../.cache/looks/', import.meta.url));
/** A kept picture has a quarter of the width and height: a changed digit disappears in it, a moved button does not. */
const SMALLER = 4;
/** Pixels of the small picture in the side of a square that is compared: 32 pixels of the screen. */
const SIDE = 8;
/** How far apart the means of two squares may lie, of 255: antialiasing and a changed digit stay below, a word that is gone does not. */
const APART = 10;
/** As many squares may lie further apart: ages and references differ from run to run. */
const SQUARES = 6;

interface Small {
  data: Buffer;
  width: number;
  height: number;
}

const pixels = async (image: Sharp): Promise<Small> => {
  const { data, info } = await image.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
};

/** The number of squares that differ, and the first of them as "x,y" in pixels of the screen. */
export function differing(kept: Small, seen: Small): { squares: number; first: string } {
  if (kept.width !== seen.width || kept.height !== seen.height)
    return { squares: Number.POSITIVE_INFINITY, first: 'size' };
  let squares = 0;
  let first = '';
  for (let y = 0; y < kept.height; y += SIDE)
    for (let x = 0; x < kept.width; x += SIDE) {
      const sums = [0, 0, 0];
      let many = 0;
      for (let v = y; v < Math.min(y + SIDE, kept.height); v += 1)
        for (let u = x; u < Math.min(x + SIDE, kept.width); u += 1) {
          const at = (v * kept.width + u) * 3;
          many += 1;
          for (const c of [0, 1, 2]) sums[c] = (sums[c] ?? 0) + (kept.data[at + c] ?? 0) - (seen.data[at + c] ?? 0);
        }
      if (sums.some((sum) => Math.abs(sum) / many > APART)) {
        squares += 1;
        first ||= `${x * SMALLER},${y * SMALLER}`;
      }
    }
  return { squares, first };
}

/**
 * Compares a screenshot (PNG) with the kept picture of that name, such as "desk-light/products". Returns what is wrong, or an empty text. With
 * KASUWA_LOOKS=update a picture that differs is kept instead, and one that does not differ stays as it is. What was seen lies in .cache/looks.
 */
export async function compared(name: string, screenshot: Buffer): Promise<string> {
  const { width = 0, height = 0 } = await sharp(screenshot).metadata();
  const small = await sharp(screenshot)
    .resize(Math.round(width / SMALLER), Math.round(height / SMALLER), { kernel: 'mitchell' })
    .webp({ quality: 82, effort: 4 })
    .toBuffer();
  const kept = join(KEPT, `${name}.webp`);
  const keep = () => {
    mkdirSync(dirname(kept), { recursive: true });
    writeFileSync(kept, small);
  };
  const updates = process.env.KASUWA_LOOKS === 'update';
  if (!existsSync(kept)) {
    if (!updates) return `${name}: no picture is kept of it`;
    keep();
    return '';
  }
  const { squares, first } = differing(await pixels(sharp(readFileSync(kept))), await pixels(sharp(small)));
  if (squares <= SQUARES) return '';
  if (updates) {
    keep();
    return '';
  }
  const seen = join(SEEN, `${name}.png`);
  mkdirSync(dirname(seen), { recursive: true });
  writeFileSync(seen, screenshot);
  return `${name}: ${squares} squares of 32 px differ, the first at ${first}; seen: ${seen.slice(seen.indexOf('.cache'))}`;
}
