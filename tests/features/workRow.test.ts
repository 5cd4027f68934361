/** A row of work without an act for the person. */
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Row } from '#features/session/home/WorkRows.tsx';
import type { WorkKind, WorkLine } from '#features/session/home/workWords.ts';

const line = (kind: WorkKind): WorkLine => ({
  ...{ key: 'one', kind, transfer: 'shipment_in', title: 'Receipt from Adéọlá', ref: 'PO-Q4P9L78U', hub: 'Mushin Hub' },
  ...{
    lines: 3,
    size: '3 lines',
    goods: [],
    waits: 'tomorrow',
    late: false,
    tone: 'neutral',
    amount: '',
    paid: '',
    kobo: 0,
    refused: '',
    act: null,
    isCredit: false,
    since: 0,
  },
});
const drawn = (kind: WorkKind) => renderToString(createElement(Row, { line: line(kind), hasHub: false }));

test('a transfer that a hub expects and may not open says that it is on its way, and is no link', {
  tags: ['B14.10'],
}, () => {
  expect(drawn('expected')).toContain('On its way');
  expect(drawn('expected')).not.toMatch(/<(a|button)\b/);
  // Another row without an act has no such words.
  expect(drawn('deliveries')).not.toContain('On its way');
});
