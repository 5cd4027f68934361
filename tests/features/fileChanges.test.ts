/** What the administrator is shown of a queue file before it is sent: the server's words, and nothing unmarked that only the file says (SEC-20). */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { askPath } from '#client/transport.ts';
import type { ImportAnswer } from '#contract/session/syncCalls.ts';
import { FileChanges } from '#features/session/FileChanges.tsx';
import { line } from '#tests/support/scripted.ts';
import { HEADER } from '#tests/support/simulationPlace.ts';

vi.mock('#crud/useSession.ts', () => ({ useCan: () => false, useSession: () => ({ state: 'in', profile: null }) }));
// Whatever this tablet holds of a transfer may be days old.
const { tablet } = vi.hoisted(() => ({ tablet: vi.fn(() => expect.fail('This tablet was asked.')) }));
vi.mock('#offline/queue.ts', () => ({ theQueue: tablet }));
vi.mock('#client/transport.ts', async (original) => ({ ...(await original<object>()), askPath: vi.fn() }));

const op = (type: string, payload: object, transfer = 'order-1') => ({
  seq: 1,
  key: 'key-0001',
  schema: 1,
  type,
  transfer,
  payload,
  state: 'queued',
  saved_at: 0,
  user_name: 'Ada',
});
const TOLD: ImportAnswer = { succeeded: 1, failed: 0, results: [], named: {}, orders: {} };
function look(ops: object[], told: Partial<ImportAnswer> = {}) {
  const client = new QueryClient();
  const list = createElement(FileChanges, { text: JSON.stringify({ ops }), told: { ...TOLD, ...told } });
  const html = renderToStaticMarkup(createElement(QueryClientProvider, { client }, list));
  return { words: html.replace(/<[^>]*>/g, ''), asked: client.getQueryCache().getAll() };
}

test.each([
  ['as the file names it', 'order-1', {}],
  ['that began on a tablet', 'local-1', { 'local-1': 'order-1' }],
])('SEC-20 a transfer that is on the server, %s: only the server says whose it is', async (_, transfer, orders) => {
  const row = { source_type: 'distributor', destination_type: 'seller' };
  vi.mocked(askPath).mockResolvedValue([{ ...row, source_obj: { name: 'Maker' }, destination_obj: { name: 'Hub' } }]);
  const { asked } = look([op('create', HEADER, transfer), op('execute', { lines: 12 }, transfer)], { orders });
  expect(asked).toHaveLength(1);
  expect(await asked[0]?.fetch()).toEqual({ ...row, source_name: 'Maker', destination_name: 'Hub' });
  expect(vi.mocked(askPath).mock.lastCall?.slice(0, 3)).toEqual(['GET', 'purchase_order/read', { _id: 'order-1' }]);
  expect(tablet).not.toHaveBeenCalled();
});

test('SEC-20 one that is nowhere is asked of nobody', async () => {
  vi.mocked(askPath).mockClear();
  const { asked } = look([op('execute', { lines: 12 }, 'local-1')]);
  expect(await asked[0]?.fetch()).toBeNull();
  expect(askPath).not.toHaveBeenCalled();
  expect(tablet).not.toHaveBeenCalled();
});

test('SEC-20 a completion shows no count of the file; who saved it, and when, is what the file says', () => {
  const { words } = look([op('execute', { lines: 12 })]);
  expect(words).toContain('Complete transfer');
  expect(words).not.toMatch(/12|products|:\s*&nbsp;/);
  expect(words).toMatch(/Saved, as the file says, .+ by Ada/);
});

test('SEC-20 ids of a file that are words of the language are ids', () => {
  for (const id of ['__proto__', 'constructor', 'toString']) {
    const { words } = look([
      op('upsert', line(id, 2), id),
      op('create', { ...HEADER, source: id, destination: id }, id),
    ]);
    expect(words).toContain(`Product: ${id}, 2 cases`);
    expect(words).toContain(`New transfer: ${id} to ${id}`);
  }
});
