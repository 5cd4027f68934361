/** Decision 1270: a list that is made of an earlier one by changes. Its rows, words and codes are those of a list from nothing, and only changed rows are read. */
import { describe, expect, test } from 'vitest';
import { type LongRows, unread } from '#client/reads/longRows.ts';
import { patched } from '#client/reads/patch.ts';
import { BLOCK_ROWS, blockOf, idsOf, inactiveOf, type Pieces } from '#client/reads/pieces.ts';
import { codeIndex } from '#domain/barcode.ts';
import { searchable } from '#domain/text.ts';
import { finderOf } from '#ui/fields/useFinder.ts';

interface Good {
  product: {
    _id: string;
    name: string;
    status: string;
    brand: string;
    case_count: number;
    barcode_unit: string | null;
    barcode_case: string;
  };
}
const NAMES = ['Milo', 'Peak "Milk"', 'Ọlá \\ Oil', 'Soap 😀', 'Soap \ufb01ne', 'Soap \uffe6', 'Zobo'];
const good = (n: number, name: string, more: Partial<Good['product']> = {}): Good => ({
  product: {
    ...{ _id: `p${n}`, name, status: 'active', brand: `Maker ${n % 7}`, case_count: 12, barcode_unit: null },
    barcode_case: `CODE-${100_000 + n}`,
    ...more,
  },
});
/** The order of the database: by characters of the folded name, then of the id. */
const keyOf = ({ product }: Good) =>
  [...`${searchable(product.name)}\u0000${product._id}`].map((one) => one.codePointAt(0) ?? 0);
function sorted(rows: readonly Good[]): Good[] {
  return [...rows].sort((one, other) => {
    const [a, b] = [keyOf(one), keyOf(other)];
    const at = a.findIndex((code, n) => code !== b[n]);
    return at < 0 ? a.length - b.length : (a[at] ?? 0) - (b[at] ?? -1);
  });
}
function piecesOf(rows: readonly Good[]): Pieces {
  const blocks = [];
  for (let at = 0; at < rows.length; at += BLOCK_ROWS) blocks.push(blockOf(rows.slice(at, at + BLOCK_ROWS)));
  return { shell: {}, field: 'products', ids: idsOf(rows).join(' '), inactive: inactiveOf(rows).join(' '), blocks };
}
function listOf(pieces: Pieces, line?: object): LongRows<Good> {
  const rows = unread<Good>(pieces, line);
  if (!rows) throw new Error('The blocks do not match.');
  return rows;
}

/** A list, and how changes are laid over it. */
async function changedBy(pieces: Pieces, rows: LongRows<Good>, changed: readonly Good[], gone: readonly string[] = []) {
  const news = piecesOf(sorted(changed));
  const patch = await patched(pieces, rows, { shell: {}, rows: listOf(news), gone });
  if (!patch) throw new Error('Nothing changed.');
  return { pieces: patch.pieces, rows: listOf(patch.pieces, rows.standing?.line) };
}

function noting() {
  const read: string[] = [];
  const texts = {
    own: ({ product }: Good) => {
      read.push(product._id);
      return product.name;
    },
    alike: ({ product }: Good) => product.brand,
    codes: ({ product }: Good) => product.barcode_case,
  };
  return { read, texts };
}
const catalogue = () =>
  sorted(Array.from({ length: 1_103 }, (_, n) => good(n, `${NAMES[n % NAMES.length]} ${(n * 37) % 500}`)));
const isActive = (rows: LongRows<Good>) => rows.only((id) => !rows.inactive.has(id));

describe('a list with changes', { tags: ['PO-34', 'API-1.5'] }, () => {
  test('random changes, one after the other: the rows, the words and the codes are those of a list from nothing', async () => {
    const seed = Math.floor(Math.random() * 1e9);
    const random = randomOf(seed);
    const there = new Map(catalogue().map((one) => [one.product._id, one]));
    let pieces = piecesOf(catalogue());
    let rows = listOf(pieces);
    const { texts } = noting();
    let finder = finderOf(isActive(rows), texts);
    let codes = codeIndex(rows, ({ product }) => product);
    for (let round = 0; round < 12; round += 1) {
      // Some lists go before their words are folded.
      if (random() < 0.8) finder.makeReady(Math.floor(random() * 1_500));
      if (random() < 0.8) codes.makeReady(Math.floor(random() * 1_500));
      const changed = new Map<string, Good>();
      for (let n = Math.floor(random() * 60); n >= 0; n -= 1) {
        const of = Math.floor(random() * 1_200);
        const name = `${NAMES[Math.floor(random() * NAMES.length)]} ${Math.floor(random() * 500)} r${round}`;
        const old = there.get(`p${of}`)?.product;
        const status = random() < 0.2 ? 'inactive' : 'active';
        const barcode_case = random() < 0.3 ? `NEW-${round}-${of}` : (old?.barcode_case ?? `CODE-${100_000 + of}`);
        changed.set(`p${of}`, good(of, random() < 0.5 ? (old?.name ?? name) : name, { status, barcode_case }));
      }
      const gone = [...there.keys()].filter((id) => !changed.has(id) && random() < 0.01);
      for (const [id, one] of changed) there.set(id, one);
      for (const id of gone) there.delete(id);
      ({ pieces, rows } = await changedBy(pieces, rows, [...changed.values()], gone));
      const all = sorted([...there.values()]);
      const why = `seed ${seed}, round ${round}`;
      expect(rows.slice(0, rows.length), why).toEqual(all);
      finder = finderOf(isActive(rows), texts, finder.folded);
      codes = codeIndex(rows, ({ product }) => product, codes);
      const fresh = finderOf(isActive(listOf(piecesOf(all))), texts);
      for (const text of ['soap', `r${round}`, 'milo 1', 'maker 3', 'code-1001', `new-${round}`, 'ola'])
        expect(finder.find(text), `${why}: ${text}`).toEqual(fresh.find(text));
      const freshCodes = codeIndex(all, ({ product }) => product);
      for (const { product } of [...changed.values(), ...all.slice(0, 40)])
        for (const code of [product.barcode_case, `CODE-${100_000 + Number(product._id.slice(1))}`])
          expect(codes.find(code), `${why}: ${code}`).toEqual(freshCodes.find(code));
    }
  });

  test('only changed rows are read for their words and codes, also of a part of the list and of a part that grew', async () => {
    const first = piecesOf(catalogue());
    const rows = listOf(first);
    const noted = noting();
    const coded: string[] = [];
    const productOf = ({ product }: Good) => {
      coded.push(product._id);
      return product;
    };
    const finder = finderOf(rows, noted.texts);
    finder.makeReady(5_000);
    const codes = codeIndex(rows, productOf);
    codes.makeReady(5_000);
    noted.read.length = 0;
    coded.length = 0;
    const second = await changedBy(first, rows, [good(7, 'Zulu 7', { status: 'inactive' }), good(900, 'Zulu 900')]);
    const part = finderOf(isActive(second.rows), noted.texts, finder.folded);
    expect(part.isReady()).toBe(true);
    expect(part.makeReady(5_000)).toBe(true);
    expect(part.find('zulu')?.map((place) => isActive(second.rows).ids[place])).toEqual(['p900']);
    expect(noted.read).toEqual(['p900']);
    const later = codeIndex(second.rows, productOf, codes);
    later.makeReady(5_000);
    expect([...coded].sort()).toEqual(['p7', 'p900']);
    // The whole list has one row more than the part.
    const whole = finderOf(second.rows, noted.texts, part.folded);
    expect(whole.find('zulu')?.map((place) => second.rows.ids[place])).toEqual(['p7', 'p900']);
    expect(noted.read).toEqual(['p900', 'p7']);
    // An earlier state of a row is not found by its code.
    const third = await changedBy(second.pieces, second.rows, [good(900, 'Zulu 900', { barcode_case: 'OTHER-1' })]);
    const last = codeIndex(third.rows, productOf, later);
    expect(last.find('CODE-100900')).toEqual([]);
    expect(last.find('OTHER-1').map(({ product }) => product._id)).toEqual(['p900']);
  });
});

/** Numbers from 0 up to 1, always the same for a seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
