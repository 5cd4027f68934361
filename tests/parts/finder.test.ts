/** The search of a long picker: what it finds, in which order, and that it forgets nothing between two keys. */
import { describe, expect, test } from 'vitest';
import { type LongRows, unread } from '#client/reads/longRows.ts';
import { cut } from '#client/reads/pieces.ts';
import { finderOf } from '#ui/fields/useFinder.ts';

const rows = [
  { name: 'Milo 400 g', brand: 'Nestlé' },
  { name: 'Peak Milk', brand: 'Friesland' },
  { name: 'Ọlá Oil 1 l', brand: 'Nestlé' },
];
const words = { own: (row: { name: string }) => row.name, alike: (row: { brand: string }) => row.brand };
const names = (found: readonly number[] | null) =>
  (found ?? rows.map((_, place) => place)).map((place) => rows[place]?.name);

describe('the picker of products: found at every key', { tags: ['PO-34'] }, () => {
  test('what stands in no row finds nothing; a word that would reach from the name into the brand does not either', () => {
    const { find } = finderOf(rows, words);
    expect(find('milo peak')).toEqual([]);
    expect(find('gnestle')).toEqual([]);
    expect(find('milk friesland bread')).toEqual([]);
  });

  test('every word is looked for in the name and in what many rows say alike, accents folded, rows in their order', () => {
    const { find } = finderOf(rows, words);
    expect(names(find('nestle'))).toEqual(['Milo 400 g', 'Ọlá Oil 1 l']);
    expect(names(find('OLA nestlé'))).toEqual(['Ọlá Oil 1 l']);
    expect(names(find('il'))).toEqual(['Milo 400 g', 'Peak Milk', 'Ọlá Oil 1 l']);
  });

  test('rows whose name begins with the words come first, then those with a word that does, then the others', () => {
    const many = ['Bakers Topper', 'Ceres Peach', 'Grapefruit', 'Peak Milk', 'Pepsi'].map((name) => ({
      name,
      brand: '',
    }));
    const { find } = finderOf(many, words);
    const found = (text: string) => (find(text) ?? []).map((place) => many[place]?.name);
    expect(found('pe')).toEqual(['Peak Milk', 'Pepsi', 'Ceres Peach', 'Bakers Topper', 'Grapefruit']);
    // The order of a search that narrows is that of one from the start.
    expect(found('pea')).toEqual(['Peak Milk', 'Ceres Peach']);
    expect(found('ce pe')).toEqual(['Ceres Peach']);
  });

  test('a word with a slip finds nothing by itself, and nearly the same by the matcher of the command bar', {
    tags: ['UI-28'],
  }, () => {
    const { find, findNearly } = finderOf(rows, words);
    expect(find('nestel')).toEqual([]);
    expect(names(findNearly('nestel'))).toEqual(['Milo 400 g', 'Ọlá Oil 1 l']);
    expect(names(findNearly('peka milk'))).toEqual(['Peak Milk']);
    expect(findNearly('bread')).toEqual([]);
    // A figure and a code have no slips.
    expect(findNearly('410')).toEqual([]);
    expect(findNearly('')).toEqual([]);
    // What finds nothing narrows no later search.
    expect(names(find('nestl'))).toEqual(['Milo 400 g', 'Ọlá Oil 1 l']);
  });

  test('letter by letter finds what all at once finds; a letter taken back widens the search again; no text is every row', () => {
    const { find, makeReady } = finderOf(rows, words);
    makeReady(1);
    for (const text of ['m', 'mi', 'mil', 'mil', 'milk', 'mil', 'o', '', 'p'])
      expect(names(find(text))).toEqual(names(finderOf(rows, words).find(text)));
    expect(find(' ')).toBeNull();
  });

  test('a figure of fewer than six digits finds no code, only names; longer ones find codes, also letter by letter', {
    tags: ['UI-28'],
  }, () => {
    const coded = [
      { name: 'Milo 400 g', brand: '', code: '6151100040001' },
      { name: 'Peak Milk', brand: '', code: 'AB-400' },
    ];
    const both = { ...words, codes: (row: { code: string }) => row.code };
    const { find } = finderOf(coded, both);
    const found = (text: string) => (find(text) ?? []).map((place) => coded[place]?.name);
    expect(found('4')).toEqual(['Milo 400 g']);
    expect(found('61511')).toEqual([]);
    for (const text of ['6', '61511', '615110', '6151100040001']) found(text);
    expect(found('6151100040001')).toEqual(['Milo 400 g']);
    expect(found('61511')).toEqual([]);
    expect(found('615110')).toEqual(['Milo 400 g']);
    expect(found('ab-400')).toEqual(['Peak Milk']);
  });

  test('in a catalogue of several slices each code finds its own row, however it was made ready, also beside a line feed', {
    tags: ['UI-28', 'PO-34'],
  }, () => {
    const coded = Array.from({ length: 1_003 }, (_, n) => ({
      name: `Tin ${n}`,
      brand: '',
      code: n === 100 ? 'A\nB\nC' : n === 101 ? '' : `CODE-${100_000 + n} CASE-${200_000 + n}`,
    }));
    for (const steps of [[], [1], [250, 500], [100, 249, 251, 1_002], [1_003], [5_000]]) {
      const { find, makeReady } = finderOf(coded, { ...words, codes: (row: { code: string }) => row.code });
      for (const step of steps) makeReady(step);
      for (const n of [0, 99, 102, 249, 250, 251, 499, 500, 1_000, 1_002]) {
        expect(find(`code-${100_000 + n}`), `${steps} ${n}`).toEqual([n]);
        expect(find(`${200_000 + n} tin`), `${steps} ${n}`).toEqual([n]);
      }
      expect(find('code-100101')).toEqual([]);
      expect(find('tin code-10025')).toEqual(Array.from({ length: 10 }, (_, n) => 250 + n));
    }
  });

  test('a number with its prefix is found letter by letter', {
    tags: ['UI-05'],
  }, () => {
    const people = [{ name: 'Musa 08031234567', brand: '' }];
    const { find } = finderOf(people, words);
    for (const text of ['+234', '+2348', '+234 803', '+234 803 123 4567']) expect(find(text)).toEqual([0]);
    expect(find('+2349')).toEqual([]);
  });

  test('preparing half of the rows beforehand changes nothing, nor does preparing more than there are', () => {
    for (const count of [0, 2, 500]) {
      const { find, makeReady } = finderOf(rows, words);
      makeReady(count);
      makeReady(count);
      expect(names(find('nestle'))).toEqual(['Milo 400 g', 'Ọlá Oil 1 l']);
    }
  });

  test('a list as long as the catalogue is not ready until its words are folded, and then says so once; a short one always is', () => {
    const many = Array.from({ length: 2_000 }, (_, n) => ({ name: `Tin ${n}`, brand: '' }));
    const { find, makeReady, isReady } = finderOf(many, words);
    expect(isReady()).toBe(false);
    makeReady(1_499);
    expect(isReady()).toBe(false);
    makeReady(1_500);
    expect(isReady()).toBe(true);
    // An early search is answered in full all the same.
    const early = finderOf(many, words);
    expect(early.find('tin 1999')).toEqual([1_999]);
    expect(early.isReady()).toBe(true);
    expect(find('tin 1999')).toEqual([1_999]);
    expect(finderOf(many.slice(0, 500), words).isReady()).toBe(true);
  });
});

describe('a list that is read anew', { tags: ['PO-34'] }, () => {
  interface Good {
    _id: string;
    name: string;
    brand: string;
    code: string;
  }
  const goods = Array.from({ length: 1_200 }, (_, n) => ({
    ...{ _id: `p${n}`, name: `Tin ${n}`, brand: `Maker ${n % 7}`, code: `CODE-${100_000 + n}` },
  }));
  const asRead = async (list: readonly Good[]): Promise<LongRows<Good>> => {
    const pieces = await cut(list);
    const read = pieces && unread<Good>(pieces);
    if (!read) throw new Error('The list is short.');
    return read;
  };
  /** Texts that note which rows they read. */
  const noting = () => {
    const read: string[] = [];
    const texts = {
      own: (row: Good) => {
        read.push(row._id);
        return row.name;
      },
      alike: (row: Good) => row.brand,
      codes: (row: Good) => row.code,
    };
    return { read, texts };
  };
  const TEXTS = ['tin 7', 'zulu', 'maker 3 tin 1', 'code-100612', 'code-1001', 'tin 1199', 'new', 'tin 611', 'win'];

  test.each<[string, (list: Good[]) => Good[], string[]]>([
    ['nothing changed', (list) => list, []],
    [
      'names, a brand and a code changed, and the changed ones stand elsewhere',
      (list) => [
        ...list.filter(({ _id }) => _id !== 'p611' && _id !== 'p3'),
        ...[
          { _id: 'p611', name: 'Zulu 611', brand: 'Maker 2', code: 'CODE-100611' },
          { _id: 'p3', name: 'Tin 3', brand: 'Zulu', code: 'CODE-900003' },
        ],
      ],
      ['p611', 'p3'],
    ],
    [
      'goods came and went',
      (list) => [{ _id: 'new', name: 'New tin', brand: 'Maker 1', code: 'CODE-999999' }, ...list.slice(10)],
      ['new'],
    ],
    [
      'a name of the same length',
      (list) => list.map((one) => (one._id === 'p88' ? { ...one, name: 'Win 88' } : one)),
      ['p88'],
    ],
    ['another order', (list) => [...list].reverse(), []],
  ])(
    '%s: only changed rows are read, and every search finds what a search from nothing finds',
    async (_, change, read) => {
      const noted = noting();
      const before = finderOf(await asRead(goods), noted.texts);
      before.makeReady(5_000);
      noted.read.length = 0;
      const now = await asRead(change(goods));
      const after = finderOf(now, noted.texts, before.folded);
      after.makeReady(300);
      after.makeReady(5_000);
      expect([...noted.read].sort()).toEqual([...read].sort());
      const fresh = finderOf(now, noting().texts);
      for (const text of TEXTS) expect(after.find(text), text).toEqual(fresh.find(text));
    },
  );

  test('what was not folded before, other texts and rows without bytes are read', async () => {
    const noted = noting();
    const half = finderOf(await asRead(goods), noted.texts);
    half.makeReady(500);
    noted.read.length = 0;
    const rest = finderOf(await asRead(goods), noted.texts, half.folded);
    rest.makeReady(5_000);
    expect(noted.read).toHaveLength(700);
    const others = noting();
    finderOf(await asRead(goods), others.texts, rest.folded).makeReady(5_000);
    expect(others.read).toHaveLength(1_200);
    noted.read.length = 0;
    finderOf(goods, noted.texts, rest.folded).makeReady(5_000);
    expect(noted.read).toHaveLength(1_200);
  });

  test('a part of the list (`only`) is compared by its own places', async () => {
    const noted = noting();
    const isEven = (id: string) => Number(id.slice(1)) % 2 === 0;
    const before = finderOf((await asRead(goods)).only(isEven), noted.texts);
    before.makeReady(5_000);
    noted.read.length = 0;
    const now = (await asRead(goods.map((one) => (one._id === 'p600' ? { ...one, name: 'Zulu' } : one)))).only(isEven);
    const after = finderOf(now, noted.texts, before.folded);
    expect(after.find('zulu')).toEqual([300]);
    expect(noted.read).toEqual(['p600']);
  });
});
