/** The state of the server's answer in the command bar while a person types. */
import { expect, test } from 'vitest';
import { type ServerAnswer, serverFound } from '#app/command/useFound.ts';
import type { FoundRecord } from '#domain/found.ts';

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
