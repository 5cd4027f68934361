/**
 * The drawn packs as background pictures: one class for each drawing in the colours of a brand. As SVG elements of the page a row of a picker would cost
 * a dozen more elements; a list of 10,000 products then missed frames, and a key took half as long again until its result was painted.
 */
import type { PackWord, Tint } from './packOf.ts';

/** The rules stand in a sheet of their own, which the page's policy allows, unlike style elements and long style attributes. */
let sheet: CSSStyleSheet | null = null;
/** What public/packs.svg draws inside of each symbol. Null: nobody asked yet, or the file did not come. */
let drawings: Promise<ReadonlyMap<string, string>> | null = null;
const known = new Map<string, string>();

async function readDrawings(): Promise<ReadonlyMap<string, string>> {
  const answer = await fetch('/packs.svg');
  if (!answer.ok) throw new Error(`/packs.svg: ${answer.status}`);
  const file = await answer.text();
  return new Map(
    [...file.matchAll(/<symbol id="pack-(\w+)"[^>]*>([\s\S]*?)<\/symbol>/g)].map(([, word = '', body = '']) => [
      word,
      body,
    ]),
  );
}

/** The drawing with its colours written in, as an address for a style. */
export function pictureOf(drawing: string, { body, sign, label }: Tint): string {
  const colours: Record<string, string> = { pa: body, pb: sign, pc: label };
  const inside = drawing.replace(/var\(--(p[abc]),[^)]*\)/g, (_, name: string) => colours[name] ?? body);
  return `url("data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48">${inside}</svg>`)}")`;
}

function addRule(name: string, drawing: string, tint: Tint): void {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    document.adoptedStyleSheets.push(sheet);
  }
  sheet.insertRule(`.${name}{--pack:${tint.body};background-image:${pictureOf(drawing, tint)}}`);
  if (tint.night) {
    const night = { ...tint, body: tint.night };
    sheet.insertRule(
      `@media screen{[data-theme="dark"] .${name}{background-image:${pictureOf(drawing, night)}}}`,
      sheet.cssRules.length,
    );
  }
}

/** The class that shows a drawing in these colours; the picture appears once the file of the drawings is there. */
export function packClass(word: PackWord, tint: Tint): string {
  const key = `${word} ${tint.body} ${tint.sign} ${tint.label}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const name = `pack-${known.size}`;
  known.set(key, name);
  drawings ??= readDrawings();
  drawings.then(
    (all) => addRule(name, all.get(word) ?? '', tint),
    () => {
      // Asked again by the next row that needs it.
      drawings = null;
      known.delete(key);
    },
  );
  return name;
}
