/** Compares screens with small pictures that are stored beside the journeys. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp, { type Sharp } from 'sharp';

const KEPT = fileURLToPath(new URL('../looks/', import.meta.url));
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SEEN = fileURLToPath(new URL('../../.cache/looks/', import.meta.url));
/** A stored picture has a quarter of the width and height. A changed digit disappears at this size, and a moved button does not. */
const SMALLER = 4;
/** The side of a compared square in pixels of the small picture: 32 pixels of the screen. */
const SIDE = 8;
/** The largest allowed distance between the means of two squares, of 255. Antialiasing and a changed digit stay below; a missing word does not. */
const APART = 10;
/** The number of squares that may differ more, because ages and references change from run to run. */
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

/** The number of squares that differ, and the place of the first one as "x,y" in pixels of the screen. */
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

async function smaller(picture: Buffer): Promise<Buffer> {
  const { width = 0, height = 0 } = await sharp(picture).metadata();
  return sharp(picture)
    .resize(Math.round(width / SMALLER), Math.round(height / SMALLER), { kernel: 'mitchell' })
    .webp({ quality: 82, effort: 4 })
    .toBuffer();
}

/** The stored picture at `path` beside a screenshot (PNG), in small. `stored`: the bytes to store. Returns an error text, or ''. */
async function beside(name: string, path: string, screenshot: Buffer, stored: Buffer): Promise<string> {
  const keep = () => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, stored);
  };
  const updates = process.env.KASUWA_LOOKS === 'update';
  if (!existsSync(path)) {
    if (!updates) return `${name}: no picture is kept of it`;
    keep();
    return '';
  }
  const [kept, now] = await Promise.all(
    [await storedSmall(path), await smaller(screenshot)].map((image) => pixels(sharp(image))),
  );
  const { squares, first } = differing(kept as Small, now as Small);
  if (squares <= SQUARES) return '';
  if (updates) {
    keep();
    return '';
  }
  const seen = join(SEEN, `${name.replace(/\.\w+$/, '')}.png`);
  mkdirSync(dirname(seen), { recursive: true });
  writeFileSync(seen, screenshot);
  return `${name}: ${squares} squares of 32 px differ, the first at ${first}; seen: ${seen.slice(seen.indexOf('.cache'))}`;
}

/** The stored picture in small: those of tests/looks are stored so, those of the README are not. */
const storedSmall = (path: string) => (path.startsWith(KEPT) ? readFileSync(path) : smaller(readFileSync(path)));

/**
 * Compares a screenshot (PNG) with the stored picture of that name, such as "desk-light/products". Returns an error text, or ''. With KASUWA_LOOKS=update
 * a differing picture is stored, and others stay as they are. The compared pictures are in .cache/looks.
 */
export async function compared(name: string, screenshot: Buffer): Promise<string> {
  return beside(name, join(KEPT, `${name}.webp`), screenshot, await smaller(screenshot));
}

/** The same for a picture of the README. `path`: its address below the root, with the ending of its format. It is stored in full size. */
export async function comparedPicture(path: string, screenshot: Buffer): Promise<string> {
  const stored = path.endsWith('.png')
    ? sharp(screenshot).png({ palette: true, quality: 90 })
    : sharp(screenshot).webp({ quality: 84, effort: 5 });
  return beside(path, join(ROOT, path), screenshot, await stored.toBuffer());
}
