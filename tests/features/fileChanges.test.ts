/** The list of a queue file's changes before they are sent: the server's words, and marked words of the file (SEC-20). */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { callPath } from '#client/transport.ts';
import type { ImportAnswer } from '#contract/session/syncCalls.ts';
import { FileChanges } from '#features/session/sync/FileChanges.tsx';
import { type KnownHere, unknownNames } from '#features/session/sync/knownHere.ts';
import type { Op } from '#offline/outbox/op.ts';
import { line } from '#tests/support/scripted.ts';
import { HEADER } from '#tests/support/simulationPlace.ts';

vi.mock('#crud/query/useSession.ts', () => ({
  useCan: () => false,
  useSession: () => ({ state: 'in', profile: null }),
}));
// This tablet's copies of a transfer may be days old.
const { tablet } = vi.hoisted(() => ({ tablet: vi.fn(() => expect.fail('This tablet was asked.')) }));
vi.mock('#offline/queue.ts', () => ({ theQueue: tablet }));
vi.mock('#client/transport.ts', async (original) => ({ ...(await original<object>()), callPath: vi.fn() }));

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
const ANSWER: ImportAnswer = { succeeded: 1, failed: 0, results: [], named: {}, orders: {} };
const NOTHING: KnownHere = { names: new Map(), people: new Map() };
function look(ops: object[], answer: Partial<ImportAnswer> | null = {}) {
  const client = new QueryClient();
  const list = createElement(FileChanges, {
    changes: ops as Op[],
    here: NOTHING,
    answer: answer && { ...ANSWER, ...answer },
  });
  const html = renderToStaticMarkup(createElement(QueryClientProvider, { client }, list));
  return { words: html.replace(/<[^>]*>/g, ''), queries: client.getQueryCache().getAll() };
}

test.each([
  ['as the file names it', 'order-1', {}],
  ['that began on a tablet', 'local-1', { 'local-1': 'order-1' }],
])(
  'a transfer that is on the server, %s: only the server names its parties',
  { tags: ['SEC-20'] },
  async (_, transfer, orders) => {
    const row = { source_type: 'distributor', destination_type: 'seller' };
    vi.mocked(callPath).mockResolvedValue([
      { ...row, source_obj: { name: 'Maker' }, destination_obj: { name: 'Hub' } },
    ]);
    const { queries } = look([op('create', HEADER, transfer), op('execute', { lines: 12 }, transfer)], { orders });
    expect(queries).toHaveLength(1);
    expect(await queries[0]?.fetch()).toEqual({ ...row, source_name: 'Maker', destination_name: 'Hub' });
    expect(vi.mocked(callPath).mock.lastCall?.slice(0, 3)).toEqual(['GET', 'purchase_order/read', { _id: 'order-1' }]);
    expect(tablet).not.toHaveBeenCalled();
  },
);

test('a transfer that is nowhere causes no call', { tags: ['SEC-20'] }, async () => {
  vi.mocked(callPath).mockClear();
  const { queries } = look([op('execute', { lines: 12 }, 'local-1')]);
  expect(await queries[0]?.fetch()).toBeNull();
  expect(callPath).not.toHaveBeenCalled();
  expect(tablet).not.toHaveBeenCalled();
});

test('a completion shows no count of the file, and its author and time are marked as said by the file', {
  tags: ['SEC-20'],
}, () => {
  const { words } = look([op('execute', { lines: 12 })]);
  expect(words).toContain('Complete transfer');
  expect(words).not.toMatch(/12|products|:\s*&nbsp;/);
  expect(words).toMatch(/Saved, as the file says, .+ by Ada/);
});

test('ids in a file may be words of the language, such as "constructor"', { tags: ['SEC-20'] }, () => {
  for (const id of ['__proto__', 'constructor', 'toString']) {
    const { words } = look([
      op('upsert', line(id, 2), id),
      op('create', { ...HEADER, source: id, destination: id }, id),
    ]);
    expect(words).toContain(`Product: ${id}, 2 cases`);
    expect(words).toContain(`New transfer: ${id} to ${id}`);
  }
});

test('before the server has checked the file, each change is shown, and names that only the file has are marked', {
  tags: ['S11'],
}, () => {
  const { words } = look([op('create', HEADER), op('upsert', line('p1', 2)), op('execute', { lines: 12 })], null);
  expect(words).toMatch(/New transfer: “[^”]+” \(says the file\) to “[^”]+” \(says the file\)/);
  expect(words).toMatch(/Product: “[^”]+” \(says the file\), 2 units/);
  expect(words).toContain('by “Ada” (not known on this device)');
  expect(words).not.toMatch(/12|products/);
});

test('a name counts as known by its id on this tablet, never by the name in the file', { tags: ['S11'] }, () => {
  const ops = [
    { ...op('upsert', line('p1', 2)), user_id: 'ada' },
    { ...op('remove', line('p2', 1)), user_id: 'bem' },
  ] as Op[];
  const [first, second] = ops.map(({ payload }) => (payload as { about: { name: string } }).about.name);
  expect(unknownNames(ops, NOTHING)).toEqual([...new Set(['Ada', first, second])]);
  const names: KnownHere['names'] = new Map([['p1', { name: 'Milo', case_count: 12 }]]);
  expect(unknownNames(ops, { names, people: new Map([['ada', 'Ada']]) })).toEqual([...new Set(['Ada', second])]);
  const all: KnownHere['names'] = new Map([...names, ['p2', { name: 'Peak', case_count: null }]]);
  expect(
    unknownNames(ops, {
      names: all,
      people: new Map([
        ['ada', 'Ada'],
        ['bem', 'Bem'],
      ]),
    }),
  ).toEqual([]);
});
