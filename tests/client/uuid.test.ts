/** Ids where the browser makes none: an insecure origin has chance, but no `crypto.randomUUID`. */
import '#tests/support/pageGlobals.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { deviceId } from '#client/session/device.ts';
import { newUuid } from '#client/uuid.ts';

afterEach(() => vi.unstubAllGlobals());

const VERSION_4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test.each([false, true])(
  'an id is a UUID of chance, the browser makes them itself: %s',
  { tags: ['SYNC-49', 'SYNC-08'] },
  (itself) => {
    const { crypto } = globalThis;
    const getRandomValues = crypto.getRandomValues.bind(crypto);
    if (!itself) vi.stubGlobal('crypto', { getRandomValues });
    const made = Array.from({ length: 2_000 }, newUuid);
    for (const one of made) expect(one).toMatch(VERSION_4);
    expect(new Set(made).size).toBe(2_000);
    // Each digit that is free takes every value.
    for (const at of [0, 9, 15, 24, 35]) expect(new Set(made.map((one) => one[at])).size).toBe(16);
    expect(new Set(made.map((one) => one[19]))).toEqual(new Set('89ab'));
    expect(deviceId()).toMatch(VERSION_4);
  },
);
