import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { gs1Day, readGs1 } from '#domain/gs1.ts';

const GS = '\u001d';
const GTIN = '09501101530003';
const read = (text: string) => readGs1(text, 2026);

describe('reading a GS1 code', () => {
  test.each([
    ['a plain GTIN', '9501101530003'],
    ['a plain GTIN of 14 digits', GTIN],
    ['a word', 'AB-123'],
    ['nothing', ''],
    ['a symbology identifier alone', ']d2'],
    ['a code of another symbology', `]E0${GTIN.slice(1)}`],
    ['a wrong check digit', `]d201${GTIN.slice(0, 13)}4`],
    ['a GTIN that is cut', ']d20109501101530'],
    ['a day that no month has', `]d201${GTIN}17260231`],
    ['a month that no year has', `]d201${GTIN}17261301`],
    ['a lot of 21 characters', `]d201${GTIN}10${'A'.repeat(21)}`],
    ['an empty lot', `]d201${GTIN}10${GS}37012`],
    ['a character that GS1 does not know', `]d201${GTIN}10AB#1`],
    ['a count that is no number', `]d201${GTIN}37AB`],
    ['an identifier that nobody knows', `]d201${GTIN}0512`],
    ['two lots', `]d201${GTIN}10A${GS}10B`],
    ['only what is of no use here', ']d21126010121ABC'],
  ])('refuses %s', { tags: ['LOT-02'] }, (_what, text) => {
    expect(read(text)).toBeNull();
  });

  test.each([
    ['DataMatrix', `]d201${GTIN}17270301` + `10AB-123${GS}3712`],
    ['QR', `]Q301${GTIN}3712${GS}1727030110AB-123`],
    ['GS1-128', `]C101${GTIN}10AB-123${GS}17270301${GS}3712`],
    ['a scanner that sends FNC1 first', `${GS}01${GTIN}17270301` + `3712${GS}10AB-123`],
    ['a scanner that says nothing', `01${GTIN}17270301` + `10AB-123${GS}3712\r\n`],
    ['the text below the code', `(01)${GTIN}(17)270301(10)AB-123(37)12`],
  ])('reads product, lot, day and count of %s', { tags: ['LOT-02'] }, (_what, text) => {
    expect(read(text)).toEqual({ gtin: GTIN, lot: 'AB-123', expires: '2027-03-01', count: 12 });
  });

  test('skips a weight, a serial number and an identifier of four digits', { tags: ['LOT-02'] }, () => {
    expect(read(`]d201${GTIN}3103001500` + `21S-9${GS}8005000123${GS}10L1`)).toEqual({
      gtin: GTIN,
      lot: 'L1',
      expires: null,
      count: null,
    });
  });

  test('takes the goods inside of a pack and the day to eat it by', { tags: ['LOT-02'] }, () => {
    expect(read(`]C102${GTIN}152612003724`)).toEqual({ gtin: GTIN, lot: null, expires: '2026-12-31', count: 24 });
  });

  test('knows the century of a day', { tags: ['LOT-02'] }, () => {
    expect(gs1Day('760101', 2026)).toBe('2076-01-01');
    expect(gs1Day('770101', 2026)).toBe('1977-01-01');
    expect(gs1Day('280200', 2026)).toBe('2028-02-29');
    expect(gs1Day('000229', 2099)).toBeNull();
  });

  test('finds what was written, in any order of the elements, and never throws', { tags: ['LOT-02'] }, () => {
    const lots = fc.stringMatching(/^[A-Z0-9][A-Z0-9/.-]{0,18}$/);
    const drawn = fc.record({
      lot: lots,
      month: fc.integer({ min: 1, max: 12 }),
      count: fc.integer({ min: 1, max: 99_999_999 }),
    });
    fc.assert(
      fc.property(
        drawn,
        fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4, maxLength: 4 }),
        ({ lot, month, count }, order) => {
          const two = String(month).padStart(2, '0');
          const parts = [`01${GTIN}`, `10${lot}${GS}`, `1728${two}15`, `37${count}${GS}`];
          expect(read(`]d2${order.map((at) => parts[at]).join('')}`)).toEqual({
            gtin: GTIN,
            lot,
            expires: `2028-${two}-15`,
            count,
          });
        },
      ),
    );
    fc.assert(
      fc.property(fc.string(), (text) => {
        read(text);
        read(`]d2${text}`);
      }),
    );
  });
});
