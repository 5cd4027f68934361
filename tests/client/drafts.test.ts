/** B12.8 drafts of forms. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DRAFT_SECONDS, dropDraft, keepDraft, readDraft } from '#client/drafts.ts';

/** As much of a browser's store as drafts use; its keys are its own properties, as in a browser. */
function makeStore(full = false) {
  const store: Record<string, unknown> = {};
  const hidden = (name: string, value: unknown) => Object.defineProperty(store, name, { value, enumerable: false });
  hidden('getItem', (key: string) => store[key] ?? null);
  hidden('removeItem', (key: string) => delete store[key]);
  hidden('setItem', (key: string, value: string) => {
    if (full) throw new DOMException('full', 'QuotaExceededError');
    store[key] = value;
  });
  return store;
}

describe('drafts', { tags: ['B12.8'] }, () => {
  const NOW = 1_795_251_600;
  const draft = { at: NOW, version: 3, values: { name: 'Ọjà' } };
  let store: Record<string, unknown>;
  beforeEach(() => {
    store = makeStore();
    Object.defineProperty(globalThis, 'localStorage', { value: store, configurable: true });
  });
  afterEach(() => Reflect.deleteProperty(globalThis, 'localStorage'));

  test('is there for the same person at the same address, and for nobody else', () => {
    keepDraft('u1', '/store-types/create', draft);
    expect(readDraft('u1', '/store-types/create', NOW)).toEqual(draft);
    expect(readDraft('u2', '/store-types/create', NOW)).toBeNull();
    expect(readDraft('u1', '/store-types/1/update', NOW)).toBeNull();
    dropDraft('u1', '/store-types/create');
    expect(readDraft('u1', '/store-types/create', NOW)).toBeNull();
  });

  test('is gone after 7 days, and the next one sweeps it away', () => {
    keepDraft('u1', '/a', draft);
    expect(readDraft('u1', '/a', NOW + DRAFT_SECONDS)).toEqual(draft);
    expect(readDraft('u1', '/a', NOW + DRAFT_SECONDS + 1)).toBeNull();
    store.config = '{"theme":"dark"}';
    keepDraft('u2', '/b', { ...draft, at: NOW + DRAFT_SECONDS + 1 });
    expect(Object.keys(store).sort()).toEqual(['config', 'draft:u2:/b']);
  });

  test('a broken or foreign entry is no draft; a full store is no error', () => {
    store['draft:u1:/a'] = '{"at":';
    expect(readDraft('u1', '/a', NOW)).toBeNull();
    store['draft:u1:/a'] = JSON.stringify({ at: NOW, values: { name: 7, other: 'x' } });
    expect(readDraft('u1', '/a', NOW)?.values).toEqual({ other: 'x' });
    Object.defineProperty(globalThis, 'localStorage', { value: makeStore(true), configurable: true });
    keepDraft('u1', '/a', draft);
    expect(readDraft('u1', '/a', NOW)).toBeNull();
  });
});
