import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { ReconciliationReport } from '#contract/wallet/reconciliationCalls.ts';
import { showNaira } from '#domain/money.ts';
import { type ReconciledHead, reconciledFigures, reconciliationAnswer } from '#domain/reconciliation.ts';
import {
  differenceWords,
  figureText,
  shown,
  totalDifference,
  type WalletKind,
  WalletsHead,
} from '#features/orders/difference.tsx';

test('a difference has a word and no sign: an associate owes beyond goods, a retailer outside orders', {
  tags: ['B6.10'],
}, () => {
  const words = (head: WalletKind) => ['-493377.00', '24250.50', '0.00'].map((naira) => differenceWords(head, naira));
  expect(words('sales_officer')).toEqual(['Owes ₦493,377', 'Over by ₦24,250.50', 'Settled']);
  // A retailer who owes only for orders has no difference, so "settled" would be false.
  expect(words('buyer')).toEqual(['₦493,377 outside orders', '₦24,250.50 unused', 'Explained']);
});

test('a report shows kobo in every amount or in none', { tags: ['CONST-10'] }, () => {
  const rows = [
    { cash: '57372.50', other: '5.00' },
    { cash: '41817.00', other: '-7.00' },
  ];
  const answer = { rows, totals: { cash: '99189.50', other: '-2.00' } };
  const both = shown(answer, ['cash', 'other']);
  expect(rows.map(({ cash }) => both(Number(cash) * 100))).toEqual(['₦57,372.50', '₦41,817.00']);
  expect(both(-700)).toBe('−₦7.00');
  expect(differenceWords('buyer', '41817.00', both)).toBe('₦41,817.00 unused');
  // A column that the report does not show decides nothing.
  expect(shown(answer, ['other'])(-700)).toBe('−₦7');
  expect(shown(undefined, ['cash'])(100)).toBe('₦1');
});

test('a value that a server does not send is shown as –, and the head says why', {
  tags: ['PLAIN-20'],
}, () => {
  expect([figureText('', String), totalDifference('buyer', '', String)]).toEqual(['–', '–']);
  const head = (of: ReconciledHead, taken: number | null, held: number | null, closing: number | null = -900) => {
    const who = { _id: 'a', name: 'Ada', phone: '', place: null, cash: 100 };
    const figures = reconciledFigures(of, {
      opening: 0,
      closing,
      taken: of === 'buyer' ? { orders: 0, cash: taken, transfer: 0 } : {},
      held,
    });
    const answer = reconciliationAnswer(of, [{ ...who, figures }], { only: false, page: null });
    const props = {
      of: answer as unknown as ReconciliationReport,
      who: (n: number) => `${n} people`,
      note: 'All known.',
      show: showNaira,
    };
    return renderToStaticMarkup(createElement(WalletsHead, props)).replace(/(<[^>]+>|\s)+/g, ' ');
  };
  expect(head('buyer', 1, -900)).toMatch(/Owed by 1 people ₦9 .*Explained by orders 1 of 1 .*All known\./s);
  const associate = head('sales_officer', 1, null);
  expect(associate).toMatch(/Owed by 1 people ₦9 .*Cash with 1 people ₦1 .*what was sold from the goods in hand/s);
  expect(associate).not.toMatch(/Settled|Over,|NaN|All known/);
  expect(head('buyer', null, 0)).toMatch(
    /Outside orders, 1 people ₦9 .*The figures between Opening and Closing are left out\./s,
  );
  // Unused credit has the word and the colour of its row, and is no debt.
  expect(head('buyer', 1, -900, 100)).toMatch(/Unused, 1 people ₦10 /);
  expect(head('buyer', 1, -900, 100)).not.toContain('Outside orders');
  const unknown = head('buyer', null, 0, null);
  expect(unknown).toContain('Figures that would have to be guessed are left out.');
  expect(unknown).not.toMatch(/₦|Owed|Explained/);
});
