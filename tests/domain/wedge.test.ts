import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeWedge, WEDGE } from '#domain/wedge.ts';

/** Presses every character and Enter, `gap` ms apart; gives the scans that were seen. */
function type(keys: readonly string[], gap: number | readonly number[], wedge = makeWedge(), from = 1_000): string[] {
  let at = from;
  return keys.flatMap((key, index) => {
    at += index === 0 ? 0 : typeof gap === 'number' ? gap : (gap[index - 1] ?? 0);
    const { scan } = wedge.press({ key, at });
    return scan === null ? [] : [scan];
  });
}
const keysOf = (code: string) => [...code, 'Enter'];
const MILK = '6151100020053';

describe('what is no scan', () => {
  test('a person who types a code, even a fast one', () => {
    expect(type(keysOf(MILK), 110)).toEqual([]);
    expect(type(keysOf(MILK), 81)).toEqual([]);
  });
  test('short bursts of a typist: each gap is quick, the average is not', () => {
    expect(type(keysOf('1234567'), 60)).toEqual([]);
    expect(type(keysOf('milk-and-soap'), 60)).toEqual([]);
  });
  test('a quantity and Enter', () => {
    expect(type(keysOf('24'), 10)).toEqual([]);
    expect(type(keysOf('144'), 10)).toEqual([]);
  });
  test('a key that is held down repeats as fast as a scanner', () => {
    const wedge = makeWedge();
    for (let n = 0; n < 12; n += 1) wedge.press({ key: '0', at: n * 30, repeat: n > 0 });
    expect(wedge.press({ key: 'Enter', at: 360 }).scan).toBeNull();
  });
  test('a code without its Enter, or with an Enter long after', () => {
    expect(type([...MILK], 10)).toEqual([]);
    expect(type(keysOf(MILK), [...Array.from({ length: 12 }, () => 10), 900])).toEqual([]);
  });
  test('Enter alone, twice, and after other keys', () => {
    expect(type(['Enter', 'Enter'], 5)).toEqual([]);
    expect(type([...'6151', 'ArrowLeft', ...'10', 'Enter'], 5)).toEqual([]);
    expect(type([...'6151', 'Backspace', 'Enter'], 5)).toEqual([]);
  });
  test('a shortcut between the characters', () => {
    const wedge = makeWedge();
    for (const [index, key] of [...'6151'].entries()) wedge.press({ key, at: index * 10 });
    wedge.press({ key: 'v', at: 40, modified: true });
    expect(wedge.press({ key: 'Enter', at: 50 }).scan).toBeNull();
  });
  test('characters that no code has, or too many of them', () => {
    expect(type(keysOf('61 51 10'), 5)).toEqual([]);
    expect(type(keysOf('Ọ̀jọ́gbọ́n'.normalize('NFC')), 5)).toEqual([]);
    expect(type(keysOf('7'.repeat(40)), 5)).toEqual([]);
  });
  test('a clock that goes back begins anew', () => {
    expect(type(keysOf(MILK), [10, 10, -50_000, ...Array.from({ length: 10 }, () => -10)])).toEqual([]);
  });
});

describe('a code of GS1 elements', { tags: ['LOT-02'] }, () => {
  const [head, tail] = ['010950110153000317270301', '3724'] as const;
  test('with the separator as scanners type it', () => {
    const wedge = makeWedge();
    let at = 0;
    const press = (key: string, modified = false) => {
      at += 5;
      return wedge.press({ key, at, modified }).scan;
    };
    for (const key of `${head}10AB-1`) press(key);
    press('Control', true);
    press(']', true);
    for (const key of tail) press(key);
    expect(press('Enter')).toBe(`${head}10AB-1\u001d${tail}`);
    for (const key of `]d2${head}10AB-1`) press(key);
    press('F8');
    for (const key of tail) press(key);
    expect(press('Enter')).toBe(`]d2${head}10AB-1\u001d${tail}`);
  });
  test('as people read it below the code', () => {
    const text = '(01)09501101530003(17)270301(10)AB-1(37)24';
    expect(type(keysOf(text), 5)).toEqual([text]);
  });
});

describe('what is a scan', () => {
  test('eight digits or more that no person types so fast, at the speed of a slow scanner', {
    tags: ['SYNC-13'],
  }, () => {
    for (const gap of [WEDGE.average + 1, 60, WEDGE.gap]) {
      expect(type(keysOf('12345678'), gap)).toEqual(['12345678']);
      expect(type(keysOf(MILK), gap)).toEqual([MILK]);
      // An Enter long after is a person's.
      expect(type(keysOf(MILK), [...Array.from({ length: 12 }, () => gap), 400])).toEqual([]);
    }
    const wedge = makeWedge();
    const last = keysOf(MILK)
      .map((key, index) => wedge.press({ key, at: index * 70 }))
      .at(-1);
    expect(last).toMatchObject({ scan: MILK, isSlow: true });
    const quick = keysOf(MILK)
      .map((key, index) => wedge.press({ key, at: 5_000 + index * 20 }))
      .at(-1);
    expect(quick).toMatchObject({ scan: MILK, isSlow: false });
  });
  test.each([
    ['a unit code', MILK, 8],
    ['a case code', '16151100020052', 1],
    ['a letter code', 'CASE-12/A', 15],
    ['a slow wireless scanner', MILK, 49],
  ])('%s', (_name, code, gap) => {
    expect(type(keysOf(code), gap)).toEqual([code]);
  });
  test('an occasional pause of a wireless scanner', () => {
    expect(
      type(keysOf(MILK), [...Array.from({ length: 6 }, () => 20), 78, ...Array.from({ length: 6 }, () => 20)]),
    ).toEqual([MILK]);
  });
  test('a scanner that pauses within a code: the whole code, wherever the pause is, once it has typed faster than a person', () => {
    const wedge = makeWedge();
    const whole = (code: string, gaps: readonly number[], from: number) => {
      let at = from;
      return keysOf(code).map((key, index) => {
        at += index === 0 ? 0 : (gaps[index - 1] ?? 0);
        return wedge.press({ key, at });
      });
    };
    for (let place = WEDGE.burst; place < MILK.length; place += 1)
      for (const pause of [90, 200, WEDGE.pause]) {
        const gaps = Array.from({ length: MILK.length }, (_, index) => (index === place - 1 ? pause : 20));
        const pressed = whole(MILK, gaps, place * 100_000 + pause * 10_000);
        expect(pressed.at(-1)?.whole, `${place} ${pause}`).toBe(MILK);
        expect(pressed.map(({ resumes }) => resumes).indexOf(true)).toBe(place);
      }
    // Twice.
    const twice = Array.from({ length: MILK.length }, (_, index) => (index === 3 || index === 8 ? 150 : 10));
    expect(whole(MILK, twice, 9_000_000).at(-1)?.whole).toBe(MILK);
  });
  test('a figure that a person typed is no beginning of a code that follows soon', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[1-9]\d{0,4}$/),
        fc.integer({ min: WEDGE.average + 1, max: 400 }),
        fc.integer({ min: WEDGE.gap + 1, max: 400 }),
        (figure, gap, pause) => {
          const wedge = makeWedge();
          let at = 1_000;
          for (const key of figure) {
            wedge.press({ key, at });
            at += gap;
          }
          at += pause - gap;
          const pressed = keysOf(MILK).map((key, index) => wedge.press({ key, at: at + index * 9 }));
          expect(pressed.at(-1)).toMatchObject({ scan: MILK, whole: null });
        },
      ),
    );
  });
  test('Shift, as scanners send it with capitals, does not disturb', () => {
    expect(type(['Shift', 'A', 'Shift', 'B', '1', '2', 'Enter'], 9)).toEqual(['AB12']);
  });
  test("a symbology identifier in front is the scanner's, not the code's", () => {
    expect(type(keysOf(`]E0${MILK}`), 9)).toEqual([MILK]);
  });
  test('what a person typed just before does not become part of it', () => {
    const wedge = makeWedge();
    wedge.press({ key: '1', at: 0 });
    wedge.press({ key: '2', at: 200 });
    expect(type(keysOf(MILK), 9, wedge, 600)).toEqual([MILK]);
  });
  test('the first character says so, that the field may be remembered', () => {
    const wedge = makeWedge();
    expect([...MILK].map((key, index) => wedge.press({ key, at: index * 9 }).begins)).toEqual([
      true,
      ...Array.from({ length: 12 }, () => false),
    ]);
  });
  test('twenty codes one after the other are twenty scans, whatever the speed of the scanner', () => {
    const code = fc.stringMatching(/^[0-9A-Z-]{4,20}$/);
    const gaps = fc.integer({ min: 0, max: WEDGE.average });
    fc.assert(
      fc.property(fc.array(code, { minLength: 1, maxLength: 20 }), gaps, (codes, gap) => {
        const wedge = makeWedge();
        let from = 0;
        const seen = codes.flatMap((one) => {
          const found = type(keysOf(one), gap, wedge, from);
          from += one.length * gap + 100;
          return found;
        });
        expect(seen).toEqual(codes);
      }),
    );
  });
});
