import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  caseCodeOf,
  codeIndex,
  codeKey,
  codeTexts,
  figureAndTorn,
  isSlowCode,
  joinedCode,
  makeSightings,
  readCode,
  splitCode,
  usualCounts,
} from '#domain/barcode.ts';
import { inSlices } from '#ui/finder/inSlices.ts';

const milk = { _id: 'milk', case_count: 12, barcode_unit: '6151100020053', barcode_case: '16151100020052' };
const soap = { _id: 'soap', case_count: 48, barcode_unit: '012345678905', barcode_case: null };
const rice = { _id: 'rice', case_count: 1, barcode_unit: '40123455', barcode_case: '40123455' };

const itself = <P>(product: P) => product;

describe('reading a code', () => {
  test.each(['', '   ', '123', 'a b c d', 'x'.repeat(33), 'ab\u0007cd', 'ọ̀pọ̀'])('refuses %j', (sent) => {
    expect(readCode(sent)).toBeNull();
  });
  test('takes codes as scanners send them', () => {
    expect(readCode(' 6151100020053\t')).toBe('6151100020053');
    expect(readCode(']C1CASE-12')).toBe('CASE-12');
  });
});

describe('a code that comes slowly', { tags: ['SYNC-13'] }, () => {
  const nobody = () => false;
  test('a quantity, letters and a code of another kind stay what they are', () => {
    for (const text of ['', '1000000', '12*3', 'AB123456', '-12345678', '1'.repeat(121)])
      expect(isSlowCode(text), text).toBe(false);
    expect(joinedCode('', '6151100020053', nobody)).toBeNull();
    expect(joinedCode('milk', '6151100020053', nobody)).toBeNull();
    // A quantity before a whole code, also where the two would make another code.
    expect(joinedCode('12', '6151100020053', nobody)).toBeNull();
    expect(joinedCode('1', '6151100020053', nobody)).toBeNull();
    expect(joinedCode('5', '1234567', (code) => code === '1234567')).toBeNull();
    // A wrong check digit.
    expect(joinedCode('61511', '00020054', nobody)).toBeNull();
    // Nor where digits are no figure: a whole code, and one that is known.
    expect(joinedCode('1', '6151100020055', nobody, true)).toBeNull();
    expect(joinedCode('123', '56789', (code) => code === '56789', true)).toBeNull();
    expect(joinedCode('1234567', '12345678', nobody, true)).toBeNull();
  });
  test('where digits are no figure, or are too many for one, the parts of a code need no check digit', () => {
    expect(joinedCode('61511', '00020054', nobody, true)).toBe('6151100020054');
    expect(joinedCode('6151100', '020054', nobody)).toBe('6151100020054');
  });
  test('a figure before a code is a figure only where a product has that code and none the whole', () => {
    const known = (code: string) => code === milk.barcode_unit;
    expect(splitCode(`7${milk.barcode_unit}`, nobody)).toEqual({ figure: '', code: `7${milk.barcode_unit}` });
    expect(splitCode(`0${milk.barcode_unit}`, known)).toEqual({ figure: '', code: `0${milk.barcode_unit}` });
    // The code of the case of that unit, and a number too large for a line.
    expect(splitCode(milk.barcode_case, known)).toEqual({ figure: '', code: milk.barcode_case });
    expect(splitCode(`1234567${milk.barcode_unit}`, known).figure).toBe('');
    for (const figure of ['7', '12', '120', '1000'])
      expect(splitCode(figure + milk.barcode_unit, known)).toEqual({ figure, code: milk.barcode_unit });
  });
  test('a figure before a torn code is not part of it: only for a known code or a GTIN, and never where the fast part is a code', () => {
    const known = (code: string) => code === 'x' || code === milk.barcode_case;
    for (const [before, code] of [
      ['', milk.barcode_unit],
      ['9', milk.barcode_case],
      ['12', milk.barcode_unit],
      ['09', milk.barcode_case.slice(1)],
      ['12', 'CASE-12'],
      // Only by chance a part of a code: neither known nor of 13 or 14 digits.
      ['961', '51100'],
    ] as const)
      expect(figureAndTorn(before, code, known), `${before} ${code}`).toBeNull();
    const { barcode_case, barcode_unit } = milk;
    const unitKnown = (code: string) => code === barcode_unit;
    for (const at of [1, 2, 5]) {
      // A code that nobody knows has a check digit.
      for (const [figure, code, isKnown] of [
        ['9', barcode_case, nobody],
        ['12', barcode_unit, unitKnown],
      ] as const)
        expect(figureAndTorn(figure + code.slice(0, at), code.slice(at), isKnown)).toEqual({ figure, code });
    }
  });
  test('8 digits or more are a code; one that was torn is whole again', () => {
    expect(isSlowCode('615110002005312')).toBe(true);
    expect(isSlowCode('40123455')).toBe(true);
    expect(isSlowCode('16151100020052')).toBe(true);
    for (const at of [1, 5, 9]) {
      const code = milk.barcode_case;
      expect(joinedCode(code.slice(0, at), code.slice(at), nobody)).toBe(code);
    }
    expect(joinedCode('1234', '56789', (code) => code === '123456789')).toBe('123456789');
  });
});

describe('one number in several lengths', () => {
  test('a letter or another length is its own text', () => {
    expect(codeKey('00012')).toBe('00012');
    expect(codeKey('AB12')).not.toBe(codeKey('ab12'));
    expect(codeTexts('CASE-12')).toEqual(['CASE-12']);
  });
  test('UPC-A is EAN-13 is GTIN-14', () => {
    expect(codeKey('012345678905')).toBe(codeKey('0012345678905'));
    expect(codeTexts('012345678905')).toEqual(['012345678905', '0012345678905', '00012345678905']);
    expect(codeTexts('00000040123455')).toEqual(['40123455', '000040123455', '0000040123455', '00000040123455']);
  });
  test('the code of a case, by the rule of GS1', () => {
    expect(caseCodeOf('40123455')).toBeNull();
    expect(caseCodeOf('6151100020053')).toBe('16151100020052');
    // The worked example of the GS1 General Specifications.
    expect(caseCodeOf('0614141543212')).toBe('10614141543219');
    expect(caseCodeOf('0012345678905')).toBe('10012345678902');
  });
});

describe('whose code it is', () => {
  const { find } = codeIndex([milk, soap, rice], itself);
  test('nobody', () => {
    expect(find('9999999999999')).toEqual([]);
    expect(find('615110002005')).toEqual([]);
  });
  test('a code on two products finds both, so that neither is booked', () => {
    const twice = codeIndex([milk, { ...soap, barcode_unit: milk.barcode_unit }], itself);
    expect(twice.find(milk.barcode_unit).map((hit) => hit.product._id)).toEqual(['milk', 'soap']);
  });
  test('a unit counts 1, a case its units', () => {
    expect(find('6151100020053')).toEqual([{ product: milk, counts: 'unit', units: 1 }]);
    expect(find('16151100020052')).toEqual([{ product: milk, counts: 'case', units: 12 }]);
    expect(find('0012345678905')).toEqual([{ product: soap, counts: 'unit', units: 1 }]);
    expect(find('40123455')).toEqual([{ product: rice, counts: 'unit', units: 1 }]);
  });
});

describe('goals 8 and 12 the index of a long catalogue', () => {
  /** Rows that are made anew at every reading and kept by nobody, as those of a long answer. */
  function catalogue(count: number) {
    const reads: [number, number][] = [];
    const rowAt = (place: number) => ({
      product: { _id: `p${place}`, case_count: 6, barcode_unit: `unit-${place}`, barcode_case: `case-${place}` },
    });
    const slice = (from: number, to: number) => {
      reads.push([from, Math.min(to, count)]);
      return Array.from({ length: Math.max(0, Math.min(to, count) - from) }, (_, n) => rowAt(from + n));
    };
    return { reads, rows: { length: count, slice }, productOf: (row: ReturnType<typeof rowAt>) => row.product };
  }
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  test('a code asked for before the index is ready is answered at once; each row is read once, and the found one again', () => {
    const { reads, rows, productOf } = catalogue(1_000);
    const index = codeIndex(rows, productOf);
    expect(reads).toEqual([]);
    expect(index.makeReady(250)).toBe(false);
    expect(index.find('case-999')).toEqual([
      {
        product: { _id: 'p999', case_count: 6, barcode_unit: 'unit-999', barcode_case: 'case-999' },
        counts: 'case',
        units: 6,
      },
    ]);
    expect(index.find('nobodys')).toEqual([]);
    expect(reads.filter(([from, to]) => to - from > 1)).toEqual([
      [0, 250],
      [250, 1_000],
    ]);
  });
  test('of a hundred thousand codes, some of which share a place, each finds its own row alone', () => {
    const { rows, productOf } = catalogue(50_000);
    const { find } = codeIndex(rows, productOf);
    for (let n = 0; n < 50_000; n += 1) {
      const found = [...find(`unit-${n}`), ...find(`case-${n}`), ...find(`none-${n}`)];
      if (found.map(({ product, counts }) => `${product._id} ${counts}`).join() !== `p${n} unit,p${n} case`)
        expect(found, `row ${n}`).toEqual([]);
    }
  });
  test('a catalogue without a row, and rows without a code, know no code', () => {
    expect(codeIndex([], itself).find('6151100020053')).toEqual([]);
    const bare = codeIndex([{ ...milk, barcode_unit: null, barcode_case: '' }, soap], itself);
    expect(bare.find('6151100020053')).toEqual([]);
    expect(bare.find('')).toEqual([]);
  });
  test('a product is not kept: what is found is read again', () => {
    const { rows, productOf } = catalogue(10);
    const { find } = codeIndex(rows, productOf);
    expect(find('unit-3')).toEqual(find('unit-3'));
    expect(find('unit-3')[0]?.product).not.toBe(find('unit-3')[0]?.product);
  });
  test('one product in two rows is found once, as in its first', () => {
    const again = codeIndex(
      [{ ...milk, barcode_unit: null }, milk, { ...milk, barcode_case: soap.barcode_unit }, soap],
      itself,
    );
    expect(again.find(milk.barcode_case)).toEqual([
      { product: { ...milk, barcode_unit: null }, counts: 'case', units: 12 },
    ]);
    expect(again.find(soap.barcode_unit).map((hit) => [hit.product._id, hit.counts])).toEqual([
      ['milk', 'case'],
      ['soap', 'unit'],
    ]);
  });
  /** Each look at the clock is 4 ms after the last one, so a slice of 6 ms has two steps of 64 rows. */
  const clock = () => {
    let ms = 0;
    return () => {
      ms += 4;
      return ms;
    };
  };
  test('while nothing else happens: slices of a few ms after the frame, told once when all are read', () => {
    vi.useFakeTimers();
    vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setTimeout(draw, 16));
    vi.stubGlobal('cancelAnimationFrame', clearTimeout);
    const { reads, rows, productOf } = catalogue(300);
    const reports: number[] = [];
    inSlices(codeIndex(rows, productOf).makeReady, () => reports.push(reads.length), clock());
    vi.advanceTimersByTime(110);
    expect(reads).toEqual([]);
    vi.runAllTimers();
    expect(reads).toEqual([
      [0, 64],
      [64, 128],
      [128, 192],
      [192, 256],
      [256, 300],
    ]);
    expect(reports).toEqual([5]);
  });
  test('two lists are read one after the other, so that the first is ready in half the time; one that ends gives its turn away', () => {
    vi.useFakeTimers();
    vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setTimeout(draw, 16));
    vi.stubGlobal('cancelAnimationFrame', clearTimeout);
    const [first, second, third] = [catalogue(300), catalogue(300), catalogue(300)];
    const read: string[] = [];
    const start = (name: string, { rows, productOf }: typeof first) =>
      inSlices(codeIndex(rows, productOf).makeReady, () => read.push(name), clock());
    start('first', first);
    const end = start('second', second);
    start('third', third);
    vi.advanceTimersByTime(117);
    expect([first.reads.length, second.reads.length]).toEqual([4, 0]);
    end();
    vi.runAllTimers();
    expect(read).toEqual(['first', 'third']);
    expect(second.reads).toEqual([]);
  });
  test('ended half-way, it reads no more; made ready by a scan meanwhile, it reads nothing twice', () => {
    vi.useFakeTimers();
    vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setTimeout(draw, 16));
    vi.stubGlobal('cancelAnimationFrame', clearTimeout);
    const ended = catalogue(600);
    const end = inSlices(codeIndex(ended.rows, ended.productOf).makeReady, () => expect.unreachable(), clock());
    vi.advanceTimersByTime(116);
    end();
    vi.runAllTimers();
    expect(ended.reads).toEqual([
      [0, 64],
      [64, 128],
    ]);
    const goods = catalogue(600);
    const index = codeIndex(goods.rows, goods.productOf);
    const reports = vi.fn();
    inSlices(index.makeReady, reports);
    index.find('nobodys');
    vi.runAllTimers();
    expect(goods.reads).toEqual([[0, 600]]);
    expect(reports).toHaveBeenCalledTimes(1);
  });
});

describe('what a camera sees', () => {
  /** Gives what newly came into sight in each picture, one picture every `every` ms. */
  const newly = (pictures: readonly string[][], every: number) => {
    const see = makeSightings();
    return pictures.map((codes, index) => see(codes, index * every).join());
  };
  const [seen, nothing] = [['4444'], [] as string[]];

  test('a code that stays in the picture counts once, however long', () => {
    expect(newly(Array<string[]>(40).fill(seen), 150).filter(Boolean)).toEqual(['4444']);
    expect(newly([['4444', '4444', '5555']], 150)).toEqual(['4444,5555']);
  });
  test('two sightings within 700 ms are one', () => {
    expect(newly([seen, nothing, nothing, nothing, seen], 150)).toEqual(['4444', '', '', '', '']);
  });
  test('a slow tablet that misses a code in two pictures does not count it twice', () => {
    expect(newly([seen, nothing, nothing, seen], 500)).toEqual(['4444', '', '', '']);
  });
  test('out of sight for 700 ms and in three pictures, a code counts again', () => {
    expect(newly([seen, nothing, nothing, nothing, nothing, seen], 150).at(-1)).toBe('4444');
    expect(newly([seen, nothing, nothing, nothing, seen], 500).at(-1)).toBe('4444');
  });
  test('a code is not new because another one left', () => {
    expect(newly([['4444', '5555'], ...Array<string[]>(9).fill(seen), ['4444', '5555']], 150).filter(Boolean)).toEqual([
      '4444,5555',
      '5555',
    ]);
  });
  test('one code read in two lengths counts once', () => {
    expect(newly([['012345678905'], ['0012345678905']], 150)).toEqual(['012345678905', '']);
  });
});

test('an unknown code of 14 digits is likely a case: its first digit is the level of packing', {
  tags: ['UI-28'],
}, () => {
  for (const level of [1, 2, 3, 4, 5, 6, 7, 8]) expect(usualCounts(`${level}6151100020052`)).toBe('case');
  // 0 is the unit itself, 9 goods of any weight, and other lengths have no level.
  for (const code of ['06151100020053', '96151100020052', '6151100020053', '40123455', '1SHELF-CODE-14'])
    expect(usualCounts(code)).toBe('unit');
});
