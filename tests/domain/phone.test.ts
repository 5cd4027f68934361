import { describe, expect, test } from 'vitest';
import {
  afterPrefix,
  dial,
  isPhone,
  normalizePhone,
  PHONE_MESSAGE,
  PHONE_PREFIX,
  phoneList,
  shownPhone,
  withStoredPhones,
  wordsSought,
} from '#domain/phone.ts';
import { sharedRows } from '#tests/support/sharedData.ts';

/** Refused although a phone library takes them: not in B1.10, and better asked again than guessed. */
const NOT_OURS = new Set([
  'tel:+234-802-123-4567',
  '08021234567;ext=12',
  'O8021234567',
  '+44 7400 123456',
  '01 280 1234',
]);
/** Taken although the library refuses: a phone book's direction marks, and the international prefix 00. */
const OURS = new Set(['+234\u202d8021234567\u202c', '002348021234567']);

describe('the pattern: 0, 7 to 9, 0 or 1, 8 digits', { tags: ['UI-03', 'CONST-14'] }, () => {
  test.each([
    '',
    '0',
    '0802123456',
    '080212345678',
    '06021234567',
    '05021234567',
    '08221234567',
    '18021234567',
    '0802123456a',
    '08021234567\n',
    '+2348021234567',
  ])('refuses %j', (phone) => {
    expect(isPhone(phone)).toBe(false);
  });

  test.each(['07001234567', '07112345678', '08021234567', '08112345678', '09061234567', '09112345678'])(
    'takes %s',
    (phone) => {
      expect(isPhone(phone)).toBe(true);
    },
  );

  const prefixes = sharedRows('awkward/ng_phone_prefixes.csv');
  test.skipIf(prefixes === null)('agrees with the pattern column on all 300 prefixes', () => {
    expect(prefixes).toHaveLength(300);
    for (const row of prefixes ?? []) expect(isPhone(row.sample ?? ''), row.sample).toBe(row.spec_pattern === 'true');
  });
});

describe('normalising', { tags: ['B1.10'] }, () => {
  test.each([
    ['0802 123 4567'],
    ['0802-123-4567'],
    ['(0802) 1234567'],
    ['0802.123.4567'],
    ['0802/1234567'],
    ['8021234567'],
    ['+2348021234567'],
    ['2348021234567'],
    ['+234 802 123 4567'],
    ['+234 (0)802 123 4567'],
    ['+234 0802 123 4567'],
    ['2340802 123 4567'],
    ['\t08021234567 '],
    ['0802\u00a0123\u20114567'],
    [shownPhone('08021234567')],
    ['\u202a+234 802 123 4567\u202c'],
    ['０８０２１２３４５６７'],
    ['٠٨٠٢١٢٣٤٥٦٧'],
  ])('%j is 08021234567', (typed) => {
    expect(normalizePhone(typed)).toBe('08021234567');
  });

  test.each([
    '',
    '-',
    '0802123456',
    '080212345678',
    '0802l234567',
    'O8021234567',
    '06021234567',
    '08021234567,08091234567',
    '+44 7400 123456',
    '234802123456',
  ])('%j does not become a number', (typed) => {
    expect(isPhone(normalizePhone(typed))).toBe(false);
  });

  test('a normalised number stays as it is', () => {
    expect(normalizePhone('08021234567')).toBe('08021234567');
    // Ten digits that begin like the country code are ten digits.
    expect(normalizePhone('2341234567')).toBe('02341234567');
  });

  const forms = sharedRows('awkward/ng_phone_forms.csv');
  test.skipIf(forms === null)(
    '38 real ways of writing a number: as the phone library reads them, but for the named exceptions',
    () => {
      expect(forms?.length).toBeGreaterThanOrEqual(35);
      for (const { input = '', libphonenumber_valid_NG, national_digits = '' } of forms ?? []) {
        const normal = normalizePhone(input);
        const taken = isPhone(normal);
        if (NOT_OURS.has(input)) expect(taken, input).toBe(false);
        else if (OURS.has(input)) expect(normal, input).toBe('08021234567');
        else
          expect(taken ? normal : '', JSON.stringify(input)).toBe(
            libphonenumber_valid_NG === 'true' ? national_digits : '',
          );
      }
    },
  );
});

describe('words and links', () => {
  test('the message always has the example', { tags: ['A28', 'UI-04'] }, () => {
    expect(PHONE_MESSAGE).toBe('Phone number must be valid. Ex. 08021234567');
    expect(isPhone(PHONE_MESSAGE.slice(-11))).toBe(true);
  });

  test('dialling: +234 and the number without its 0', { tags: ['GEN-06', 'UI-05', 'UI-06'] }, () => {
    expect(PHONE_PREFIX).toBe('+234');
    expect(dial('08021234567')).toBe('tel:+2348021234567');
    expect(dial('+234 802 123 4567')).toBe('tel:+2348021234567');
    expect(dial('+44 7400 123456')).toBe('tel:+447400123456');
  });

  test.each([
    ['', []],
    [' , \n', []],
    ['08021234567', ['08021234567']],
    ['8021234567, +2348091234567', ['08021234567', '08091234567']],
    ['08021234567\n08091234567\r\n0802 123 4567', ['08021234567', '08091234567']],
    ['08021234567 08091234567', ['08021234567', '08091234567']],
    ['08021234567,abc', ['08021234567', 'abc']],
    // Numbers that were copied from a screen.
    [`${shownPhone('08021234567')} ${shownPhone('08091234567')}`, ['08021234567', '08091234567']],
    [`Ada ${shownPhone('08021234567')}`, ['Ada', '08021234567']],
    ['+234 802 123 4567 08091234567', ['08021234567', '08091234567']],
  ])('the list %j is %j', { tags: ['NOTIF-09'] }, (typed, phones) => {
    expect(phoneList(typed)).toEqual(phones);
  });
});

describe('a search by the number as it is shown', { tags: ['UI-05'] }, () => {
  test.each([
    ['+234 802 123 4567', ['08021234567']],
    ['\u202A+234 (0)802-123-4567\u202C', ['08021234567']],
    ['00234 8021234567', ['08021234567']],
    // Copied from a screen, with and without the sign.
    [shownPhone('08021234567'), ['08021234567']],
    [shownPhone('08021234567').slice(1), ['08021234567']],
    ['+234\u00A0802', ['0802']],
    // The prefix alone begins every number.
    ['+234', ['0']],
    ['+234 0', ['0']],
    ['234 boxes', ['234', 'boxes']],
    // As far as it is typed, and beside a name; no prefix or no number of ours: words as they were typed.
    ['0802 123 4567', ['0802', '123', '4567']],
    ['2348021234567', ['08021234567']],
    ['Mama 2348021234567', ['Mama', '08021234567']],
    // A code and a number that is not of a mobile stay as they were typed.
    ['2341021234567', ['2341021234567']],
    ['23480212345678', ['23480212345678']],
    ['+234 802 123', ['0802123']],
    ['+44 20 7946 0958', ['+44', '20', '7946', '0958']],
    ['Mama +2348021234567', ['Mama', '08021234567']],
    ['  ', []],
  ])('%j', (typed, words) => {
    expect(wordsSought(typed)).toEqual(words);
  });
});

describe('a number as screens show it', { tags: ['GEN-06'] }, () => {
  test.each([
    '',
    'N/A',
    'abc',
    '0802',
    '0802123456',
    '06021234567',
    '080212345678',
    '+44 7400 123456',
    '+44\u00A07400',
  ])('not a Nigerian mobile number: %j stays as it is written', (text) => {
    expect(shownPhone(text)).toBe(text);
    expect(withStoredPhones(text)).toBe(text);
  });

  test.each(['08034983257', '8034983257', '+2348034983257', '+234 803 498 3257', shownPhone('08034983257')])(
    '%j has its prefix and groups, and no place where a line breaks',
    (phone) => {
      expect(shownPhone(phone)).toBe('+234\u00A0803\u00A0498\u00A03257');
      expect(shownPhone(phone)).not.toMatch(/[ \t\n-]/);
    },
  );

  test('a number that is copied from a screen is the stored number, also if the browser made plain blanks of the others', () => {
    for (const phone of ['08034983257', '07012345678', '09112345678']) {
      const shown = shownPhone(phone);
      for (const copied of [shown, shown.replaceAll('\u00A0', ' '), ` ${shown}\n`]) {
        expect(normalizePhone(copied)).toBe(phone);
        expect(wordsSought(copied)).toEqual([phone]);
        expect(phoneList(copied)).toEqual([phone]);
      }
      expect(dial(shown)).toBe(dial(phone));
    }
  });

  test('a text with shown numbers has the stored ones instead', () => {
    const text = `Ada ${shownPhone('08034983257')}, Musa ${shownPhone('07012345678')}9`;
    expect(withStoredPhones(text)).toBe(`Ada 08034983257, Musa ${shownPhone('07012345678')}9`);
  });
});

test('behind the prefix a whole number has no second 0; what is not whole stays as it was typed', {
  tags: ['UI-05'],
}, () => {
  expect(['08021234567', '0802', '8021234567', '+44 7400 123456', ''].map(afterPrefix)).toEqual([
    '8021234567',
    '0802',
    '8021234567',
    '+44 7400 123456',
    '',
  ]);
});
