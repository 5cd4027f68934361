import { describe, expect, test } from 'vitest';
import {
  EXCLUDE_WRONG,
  phonesIn,
  RECIPIENTS_NONE,
  RECIPIENTS_WRONG,
  recipientProblems,
  smsParts,
  tidyPhones,
  typedProblems,
} from '#domain/notification.ts';

describe('who a notification goes to', () => {
  test.each([
    ['08021234567\n08031234567', '08021234567,08031234567'],
    ['8021234567 +2348031234567', '08021234567,08031234567'],
    ['2348021234567,08021234567 , ,', '08021234567'],
    ['0802 123 4567', '08021234567'],
    ['', ''],
  ])('%j becomes %j', { tags: ['NOTIF-09'] }, (typed, tidy) => {
    expect(tidyPhones(typed)).toBe(tidy);
  });
  test('a star and a dash are no numbers', { tags: ['NOTIF-10'] }, () => {
    expect(phonesIn('*')).toEqual([]);
    expect(phonesIn('-')).toEqual([]);
  });
  test.each([
    [{ include: '' }, { include: RECIPIENTS_NONE }],
    [{ include: '-' }, { include: RECIPIENTS_NONE }],
    [{ include: '0802123456' }, { include: RECIPIENTS_NONE }],
    [{ include: '08021234567,abc' }, { include: RECIPIENTS_WRONG }],
    [{ include: '06021234567' }, { include: RECIPIENTS_WRONG }],
    [{ include: ',,,,,,,,,,,' }, { include: RECIPIENTS_NONE }],
    [{ include: '08021234567', exclude: '123' }, { exclude: EXCLUDE_WRONG }],
    [{ include: '*', exclude: '08041234567,*' }, { exclude: EXCLUDE_WRONG }],
    // Nobody is left out by a star: who typed one would have written to everybody.
    [{ include: '*', exclude: '*' }, { exclude: EXCLUDE_WRONG }],
    [{ include: '*', exclude: '-' }, {}],
    [{ include: '08021234567,08031234567', exclude: '08041234567' }, {}],
  ])('the recipients of %j are refused or taken', { tags: ['NOTIF-06', 'NOTIF-07', 'NOTIF-08'] }, (sent, problems) => {
    expect(recipientProblems(sent)).toEqual(problems);
  });
  test.each([
    [{ all: false, include: '*' }, { include: RECIPIENTS_NONE }],
    [{ all: false, include: ' *\n' }, { include: RECIPIENTS_NONE }],
    [{ all: false, include: '08021234567', exclude: '*' }, { exclude: EXCLUDE_WRONG }],
    [{ all: false, include: '08021234567' }, {}],
    [{ all: true, include: '' }, {}],
    [{ all: true, exclude: '12' }, { exclude: EXCLUDE_WRONG }],
  ])('in the form a switch sends to all, no typed star: %j', { tags: ['NOTIF-07'] }, (typed, problems) => {
    expect(typedProblems(typed)).toEqual(problems);
  });
});

test.each([
  ['', 1],
  ['x'.repeat(160), 1],
  ['x'.repeat(161), 2],
  ['x'.repeat(306), 2],
  ['x'.repeat(307), 3],
  // A bracket takes the place of two letters.
  [`${'x'.repeat(158)}[`, 1],
  [`${'x'.repeat(159)}[`, 2],
  [`₦${'x'.repeat(69)}`, 1],
  [`₦${'x'.repeat(70)}`, 2],
  ['Adéọlá', 1],
  [`${'x'.repeat(133)}ọ`, 2],
  [`${'x'.repeat(134)}ọ`, 3],
])('%j is an SMS of %i parts', { tags: ['B9.2'] }, (text, parts) => {
  expect(smsParts(text)).toBe(parts);
});
