/** The records of the command bar: the state of the server's answer while a person types, and phone numbers. */
import { describe, expect, test } from 'vitest';
import { actsFor } from '#app/command/acts.ts';
import { storedFor } from '#app/command/found/storedSearch.ts';
import { type ServerAnswer, serverFound } from '#app/command/found/useFound.ts';
import { recordHit } from '#app/command/hits.ts';
import { type FoundRecord, foundOf } from '#domain/found.ts';
import { permissionsOf } from '#domain/matrix.ts';
import { shownPhone } from '#domain/phone.ts';
import { searchable } from '#domain/text.ts';

const knorr: FoundRecord = { model: 'product', _id: 'p1', title: 'Knorr Fish 8 g', note: 'OFF-1' };
const milo: FoundRecord = { model: 'product', _id: 'p2', title: 'Milo 500 g', note: 'OFF-2' };
const answer = (of: string, found: readonly FoundRecord[], isReached = true): ServerAnswer => ({
  of,
  found,
  isReached,
});

test('while the answer is awaited the bar says nothing about it, and rows that fit the words stay', () => {
  expect(serverFound(answer('', []), 'knorr', true)).toEqual({ found: [], isOnTheWay: true, isFromDevice: false });
  const before = answer('knor', [knorr, milo]);
  expect(serverFound(before, 'knor fihs', true)).toEqual({ found: [knorr], isOnTheWay: true, isFromDevice: false });
  expect(serverFound(answer('knor fihs', []), 'knor fihs', true)).toEqual({
    found: [],
    isOnTheWay: false,
    isFromDevice: false,
  });
});

test('a text that is too short for the server waits for no answer', () => {
  expect(serverFound(answer('kn', [knorr]), 'k', true)).toEqual({ found: [], isOnTheWay: false, isFromDevice: false });
});

test('without the server only this device is searched, and at once', () => {
  expect(serverFound(answer('', []), 'knorr', false)).toMatchObject({ isOnTheWay: false, isFromDevice: true });
  expect(serverFound(answer('knorr', [], false), 'knorr', true)).toMatchObject({
    isOnTheWay: false,
    isFromDevice: true,
  });
});

describe('the phone number of a record', { tags: ['GEN-06', 'UI-05'] }, () => {
  const phone = '08031234567';
  const ada = foundOf('manager', { _id: 'm1', name: 'Ada Obi', phone, email: 'ada@example.test' });
  if (!ada) throw new Error('no record');

  test('a code of a product that looks like a number, a foreign number and words stay as they are', () => {
    const note = (record: FoundRecord) =>
      recordHit(record, ['view_products', 'update_product', 'update_manager'])?.note;
    expect(note({ ...milo, note: phone })).toContain(phone);
    expect(note({ ...ada, note: '+44 7400 123456, Aba' })).toContain('+44 7400 123456, Aba');
  });

  test('a row shows it with its prefix, and the record keeps the stored form', () => {
    expect(ada.note).toBe(`${phone}, ada@example.test`);
    const shown = `${shownPhone(phone)}, ada@example.test`;
    const permissions = ['update_manager'];
    expect(recordHit(ada, permissions)?.note).toContain(shown);
    const shop: FoundRecord = { ...ada, model: 'buyer' };
    const acts = actsFor('ada', [shop], [], permissionsOf('administrator.administrator'), 0).filter(({ title }) =>
      title.endsWith(ada.title),
    );
    expect(acts.map(({ note }) => note)).toContain(shown);
    for (const { note } of acts) expect(note).not.toContain(phone);
  });

  test.each([phone, '0803', '803 123 4567', '+2348031234567', '+234 803 123 4567', '+234 80', shownPhone(phone)])(
    '%j finds it on this device, and keeps its row while the answer is awaited',
    (typed) => {
      const stored = [{ record: ada, folded: searchable(`${ada.title} ${ada.note}`), openedAt: 0 }];
      expect(storedFor(stored, typed)).toEqual([ada]);
      expect(serverFound(answer('before', [ada]), typed, true).found).toEqual([ada]);
    },
  );
});
