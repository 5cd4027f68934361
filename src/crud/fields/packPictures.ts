/**
 * The drawn packs as background pictures: one class for each drawing in the colours of a brand. As SVG elements of the page a row of a picker would cost
 * a dozen more elements; a list of 10,000 products then missed frames, and a key took half as long again until its result was painted.
 */
import { whenIdle } from '#client/whenIdle.ts';
import type { Tint } from './pack/tints.ts';
import type { PackWord, Proportions } from './packOf.ts';

/** The rules are in a sheet of their own, which the page's policy allows, unlike style elements and long style attributes. */
let sheet: CSSStyleSheet | null = null;
/** The content of each symbol in public/packs.svg. Null: not requested yet, or the file could not be loaded. */
let drawings: Promise<ReadonlyMap<string, string>> | null = null;
const known = new Map<string, string>();

async function readDrawings(): Promise<ReadonlyMap<string, string>> {
  const answer = await fetch('/packs.svg');
  if (!answer.ok) throw new Error(`/packs.svg: ${answer.status}`);
  const file = await answer.text();
  return new Map(
    [...file.matchAll(/<symbol id="([\w-]+)"[^>]*>([\s\S]*?)<\/symbol>/g)].map(([, id = '', body = '']) => [id, body]),
  );
}

/** The sign of a pack with its place: the middle, the scale, and the radius of a light ground where the label is too small. */
const PLACE = /<g data-at="(\S+) (\S+) (\S+?)(?: (\S+))?"><g>[\s\S]*?<\/g><\/g>/;

/**
 * A pack with a sign in the place of its own, in its proportions. `sign`: a sign of the file, or '' for the pack's own. `all`: what public/packs.svg has, by
 * its ids. A narrow or low pack stands where a whole one stands, and its sign is not bent.
 */
export function drawingOf(
  all: ReadonlyMap<string, string>,
  pack: PackWord,
  sign: string,
  [width, height]: Proportions = [1, 1],
): string {
  const bare = all.get(`pack-${pack}`) ?? '';
  const over = all.get(`sign-${sign}`);
  // A fifth larger than the own sign of the pack, because it tells neighbours of a list apart.
  const large = 1.2 * Math.sqrt(width * height);
  const signed = bare.replace(PLACE, (own, x: string, y: string, scale: string, ground?: string) => {
    if (over === undefined) return own;
    const light = ground ? `<circle r="${ground}" fill="var(--pc)"/>` : '';
    const [across, up] = [width, height].map((part) => ((Number(scale) * large) / part).toFixed(2));
    return `<g transform="translate(${x} ${y}) scale(${across} ${up})">${light}${over}</g>`;
  });
  if (width === 1 && height === 1) return signed;
  const [right, down] = [24 * (1 - width), 38 * (1 - height)].map((figure) => figure.toFixed(1));
  return `<g transform="translate(${right} ${down}) scale(${width} ${height})">${signed}</g>`;
}

/** The drawing with its colours written in, as an address for a style. */
export function pictureOf(drawing: string, { body, sign, label }: Tint): string {
  const colours: Record<string, string> = { pa: body, pb: sign, pc: label };
  const inside = drawing.replace(/var\(--(p[abc])[^)]*\)/g, (_, name: string) => colours[name] ?? body);
  return `url("data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48">${inside}</svg>`)}")`;
}

/** A rule of the sheet behind those that it has: the last one wins. */
function addRule(rule: string): void {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    document.adoptedStyleSheets.push(sheet);
  }
  sheet.insertRule(rule, sheet.cssRules.length);
}

function addPicture(name: string, drawing: string, tint: Tint): void {
  addRule(`.${name}{background-image:${pictureOf(drawing, tint)}}`);
  if (!tint.night) return;
  const night = pictureOf(drawing, { ...tint, body: tint.night });
  addRule(`@media screen{[data-theme="dark"] .${name}{background-image:${night}}}`);
}

/** An element without a size that has the newest class: the browser makes a drawing when an element shows it, and keeps it with its rule. */
let shownPack: HTMLElement | null = null;

function show(name: string): void {
  if (!shownPack) {
    shownPack = document.createElement('i');
    shownPack.setAttribute('aria-hidden', 'true');
    document.body.append(shownPack);
  }
  shownPack.className = `pack ${name} pointer-events-none fixed size-0`;
  void getComputedStyle(shownPack).backgroundImage;
}

const waiting: (() => void)[] = [];

/**
 * Draws when the page is idle, one drawing at a time: the browser makes a document of each, some 4 ms on a desktop and 20 on a tablet. A key that brought the
 * first goods of three kinds took that much longer until its result was painted.
 */
function drawSoon(draw: () => void): void {
  waiting.push(draw);
  if (waiting.length === 1) drawNext();
}

const drawNext = () =>
  void whenIdle(() => {
    waiting[0]?.();
    waiting.shift();
    if (waiting.length > 0) drawNext();
  });

/** The class that shows a pack with a sign (`drawingOf`) in these colours: the colour of its tile at once, the picture when its file is there and the page is idle. */
export function packClass(word: PackWord, tint: Tint, sign = '', proportions: Proportions = [1, 1]): string {
  const key = `${word} ${sign} ${proportions} ${tint.body} ${tint.sign} ${tint.label}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const name = `pack-${known.size}`;
  known.set(key, name);
  addRule(`.${name}{--pack:${tint.body}}`);
  drawings ??= readDrawings();
  drawings.then(
    (all) =>
      drawSoon(() => {
        addPicture(name, drawingOf(all, word, sign, proportions), tint);
        show(name);
      }),
    () => {
      // Asked again by the next row that needs it.
      drawings = null;
      known.delete(key);
    },
  );
  return name;
}
