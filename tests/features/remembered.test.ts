/** A person chooses the hub of the first screen. Transfers that the office expects at other hubs do not change it. */
import { beforeEach, expect, test, vi } from 'vitest';
import { KINDS } from '#domain/transfer.ts';
import { remember, rememberExpected, rememberedOf } from '#features/stock/transfer/begin/remembered.ts';
import type { TransferHeader } from '#offline/outbox/op.ts';

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
});

const header = (source: string, destination: string) => ({ source, destination }) as TransferHeader;
const from = (associate: string, hub: string) => header(associate, hub);

test('an expected transfer sets the first hub of a person, and never changes it', () => {
  expect(rememberedOf('ada').hub).toBeNull();
  rememberExpected('ada', KINDS.stock_in, from('bola', 'mushin'));
  expect(rememberedOf('ada').hub).toBe('mushin');
  rememberExpected('ada', KINDS.stock_in, from('chi', 'onitsha'));
  expect(rememberedOf('ada').hub).toBe('mushin');
  // The last parties are remembered anyway, and each person has an own hub.
  expect(rememberedOf('ada').parties.stock_in).toEqual(['chi', 'bola']);
  expect(rememberedOf('bayo').hub).toBeNull();
});

test('a transfer that the person begins sets the hub for every kind', () => {
  rememberExpected('ada', KINDS.stock_in, from('bola', 'mushin'));
  remember('ada', KINDS.shipment_out, header('wuse', 'adeola'));
  expect(rememberedOf('ada').hub).toBe('wuse');
  rememberExpected('ada', KINDS.shipment_in, header('adeola', 'onitsha'));
  expect(rememberedOf('ada').hub).toBe('wuse');
});
