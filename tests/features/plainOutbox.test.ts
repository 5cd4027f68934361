/** The outbox at a server that has only the documents' calls. */
import 'fake-indexeddb/auto';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { noteCapabilities, setServerRecord } from '#client/server/where.ts';
import { ALL_CAPABILITIES } from '#contract/capabilities.ts';
import { PlainNotice } from '#features/session/sync/plain/PlainNotice.tsx';
import { StateBadge } from '#features/session/sync/TransferCard.tsx';
import type { Op } from '#offline/outbox/op.ts';

vi.mock('#crud/query/useSession.ts', () => ({
  useCan: () => false,
  useContact: () => ({ online: true }),
  useSession: () => ({ state: 'in', profile: null }),
}));
beforeAll(() => vi.stubGlobal('navigator', { locks: {} }));
afterEach(() => setServerRecord({ shown: {} }));

const notice = () => renderToStaticMarkup(createElement(PlainNotice));

test('the outbox explains a server with only the documents’ calls, but not our server or an unknown one', {
  tags: ['PLAINQ-11'],
}, () => {
  setServerRecord({ shown: {} });
  expect(notice()).toBe('');
  noteCapabilities(ALL_CAPABILITIES);
  expect(notice()).toBe('');
  noteCapabilities('');
  expect(notice()).toContain(
    'This server does not recognise a change that comes twice. What got no answer is looked up there before it is sent again.',
  );
});

test('a change without an answer is marked; a change that was never sent, or was sent to our server, is not', {
  tags: ['PLAINQ-11'],
}, () => {
  const badge = (more: Partial<Op>) => {
    const op = { type: 'upsert', schema: 1, state: 'queued', attempts: 1, ...more } as Op;
    return renderToStaticMarkup(createElement(StateBadge, { op, blocker: null }));
  };
  const tried = { at: 1, heard: 0, first: 0 };
  expect(badge({ tried })).toContain('No answer yet');
  expect(badge({ tried, attempts: 0 })).toContain('Waiting to send');
  expect(badge({})).toContain('Waiting to send');
  expect(badge({ tried, state: 'sending' })).toContain('Sending');
});
