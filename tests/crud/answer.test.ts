/** The states of a card with its read (B14.9, SHELL-06): waiting, refused, no connection, no rows, and several reads as one. */
import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test, vi } from 'vitest';
import { CallError, NoAnswer } from '#client/callError.ts';
import type { SavedAnswer } from '#client/reads/queries.ts';
import { combineQueries, NotLoadedLine, QueryBoundary, QueryCard } from '#crud/query/QueryBoundary.tsx';
import { NotLoaded } from '#crud/query/Saved.tsx';
import { contactWords } from '#domain/contactWords.ts';
import { syncWords } from '#domain/syncWords.ts';
import { copiesOfAPage, OfThisPage } from '#ui/Page.tsx';
import { kitTexts } from '#ui/texts.ts';

const contact = vi.hoisted(() => ({ online: true, failed: false }));
vi.mock('#crud/query/useSession.ts', async (real) => ({ ...(await real<object>()), useContact: () => contact }));

const REFUSED = new CallError(403, 'Only administrators may read this.', null);
const rowsOf = (...data: string[]): SavedAnswer<string[]> => ({ data, at: 1_800_000_000_000, copy: false });

function queryOf<T>(data: SavedAnswer<T> | undefined, error: unknown = null) {
  let again = 0;
  return {
    data,
    error,
    isPending: data === undefined && error === null,
    refetch: async () => {
      again += 1;
    },
    again: () => again,
  };
}
type Query = ReturnType<typeof queryOf<string[]>>;

const shown = (node: ReactNode) => renderToStaticMarkup(node).replaceAll('&#x27;', "'");
const here = (query: Query, empty?: ReactNode) =>
  shown(QueryBoundary<string[]>({ query, empty, children: (rows) => `rows: ${rows.join(', ')}` }));

describe('a card', { tags: ['B14.9', 'SHELL-06'] }, () => {
  test('of a refused read says why, and not that there is no connection', () => {
    const text = here(queryOf<string[]>(undefined, REFUSED));
    expect(text).toContain(REFUSED.message);
    expect(text).toContain(kitTexts.tryAgain);
    expect(text).not.toContain(kitTexts.noConnection);
  });

  test.each([
    ['that there is no connection, without a network', false],
    ['that the server does not answer, with one', true],
  ])('of a read without an answer says one cause: %s', (_how, onLine) => {
    vi.stubGlobal('navigator', { onLine });
    try {
      const text = here(queryOf<string[]>(undefined, new NoAnswer()));
      expect(text.includes(kitTexts.noConnection)).toBe(!onLine);
      expect(text).toContain(kitTexts.tryAgain);
      expect(text.includes(contactWords.noServer)).toBe(onLine);
      expect(text).toContain('No copy of this screen is stored on this device.');
    } finally {
      vi.unstubAllGlobals();
    }
  });

  test('of a waiting read has the given number of lines', () => {
    const query = queryOf<string[]>(undefined);
    const text = shown(QueryBoundary<string[]>({ query, rows: 2, children: () => 'rows' }));
    expect(text).toContain('aria-label="Loading"');
    expect(text.match(/<div class="flex h-row/g)).toHaveLength(2);
  });

  test('shows the rows, or the text for no rows', () => {
    expect(here(queryOf(rowsOf('a', 'b')), 'No rows')).toBe('rows: a, b');
    expect(here(queryOf(rowsOf()), 'No rows')).toBe('No rows');
    expect(here(queryOf(rowsOf()))).toBe('rows: ');
  });

  test('with rows of an earlier question has an empty status element, so that a screen reader hears its later text', () => {
    const text = here({ ...queryOf(rowsOf('a')), isPlaceholderData: true } as Query);
    expect(text).toBe('<div role="status" class="rows-of-before"></div>rows: a');
  });

  test('keeps its rows if reading again fails', () => {
    expect(here(queryOf(rowsOf('a'), REFUSED))).toBe('rows: a');
  });

  test('says the age of a stored copy while the server does not answer or fails, and on a good line not at once', () => {
    const copy = () => here(queryOf({ ...rowsOf('a'), copy: true }));
    expect(copy()).toBe('rows: a');
    for (const away of [{ online: false }, { failed: true }]) {
      Object.assign(contact, { online: true, failed: false }, away);
      expect(copy()).toContain('Stored copy from ');
      expect(here(queryOf(rowsOf('a')))).not.toContain('Stored copy from ');
    }
    Object.assign(contact, { online: true, failed: false });
  });

  test('surrounds the placeholder of a report and the text in its place, but not the report itself', () => {
    const report = (query: Query, instead: ReactNode) =>
      shown(QueryCard<string[]>({ query, instead, children: () => 'report' }));
    expect(report(queryOf(rowsOf('a')), 'Choose dates')).toMatch(/^<div[^>]*>Choose dates<\/div>$/);
    expect(report(queryOf(rowsOf('a')), false)).toBe('report');
    expect(report(queryOf<string[]>(undefined), false)).toMatch(/^<div[^>]*rounded-card.*aria-label="Loading"/);
  });
});

describe('a value among others', { tags: ['B14.9'] }, () => {
  const line = (error: unknown) => shown(createElement(NotLoadedLine, { error, onRetry: () => undefined }));

  test('of a refused read shows the reason and "Try again"', () => {
    expect(line(REFUSED)).toContain(REFUSED.message);
    expect(line(REFUSED)).toContain(kitTexts.tryAgain);
    expect(line(REFUSED)).not.toContain(syncWords.needsConnection);
  });

  test('of a read without an answer says that a connection is needed, and shows "Try again"', () => {
    expect(line(new NoAnswer())).toContain(syncWords.needsConnection);
    expect(line(new NoAnswer())).toContain(kitTexts.tryAgain);
  });
});

describe('on a screen that shows a stored copy', { tags: ['B11.1'] }, () => {
  const copies = copiesOfAPage();
  copies.say('the head', { at: 1, words: 'Stored copy', later: 'Stored copy', incomplete: 'Stored copy, incomplete' });
  const on = (node: ReactNode) => shown(createElement(OfThisPage, { value: copies }, node));
  const parts = (error: unknown) => [
    on(createElement(NotLoaded, { error, onRetry: () => undefined })),
    on(createElement(NotLoadedLine, { error, onRetry: () => undefined })),
  ];

  test('a part without a copy is a dash, and the line under the heading says that parts are missing', () => {
    Object.assign(contact, { online: false });
    for (const part of parts(new NoAnswer()))
      expect(part.replace(/<span class="sr-only">.*?<\/span>/, '')).toMatch(/>–</);
    const gone = [copies.lack(), copies.lack()];
    expect(copies.oldest()?.words).toBe('Stored copy, incomplete');
    gone[0]?.();
    expect(copies.oldest()?.words).toBe('Stored copy, incomplete');
    gone[1]?.();
    expect(copies.oldest()?.words).toBe('Stored copy');
    Object.assign(contact, { online: true });
  });

  test('a part without a copy has a button only if others are answered', () => {
    Object.assign(contact, { online: false });
    for (const part of parts(new NoAnswer())) {
      expect(part).toContain('Not stored on this device');
      expect(part).not.toContain(kitTexts.tryAgain);
      expect(part).not.toContain(contactWords.noServer);
    }
    Object.assign(contact, { online: true });
    for (const part of parts(new NoAnswer())) expect(part).toContain(kitTexts.tryAgain);
  });

  test('a refusal is said as everywhere', () => {
    for (const part of parts(REFUSED)) expect(part).toContain(REFUSED.message);
  });
});

describe('several reads as one', () => {
  test('have failed as soon as one has nothing to show; trying again repeats only those without an answer', async () => {
    const failed = queryOf<string[]>(undefined, REFUSED);
    const there = queryOf(rowsOf('a'));
    const both = combineQueries(failed, there, queryOf<string[]>(undefined));
    expect(both).toMatchObject({ data: undefined, error: REFUSED, isPending: false });
    await both.refetch();
    expect([failed.again(), there.again()]).toEqual([1, 0]);
  });

  test('wait while one waits', () => {
    expect(combineQueries(queryOf(rowsOf('a')), queryOf<string[]>(undefined))).toMatchObject({
      data: undefined,
      isPending: true,
    });
  });

  test('have their answers in order, and the age of the oldest copy', () => {
    const at = 1_700_000_000_000;
    const both = combineQueries(
      queryOf(rowsOf('a')),
      queryOf({ data: 7, at, copy: true }),
      queryOf({ data: 8, at: at + 1, copy: true }),
    );
    expect(both).toMatchObject({ data: { data: [['a'], 7, 8], at, copy: true }, isPending: false });
  });

  test('keep all rows if one of them cannot be read again', () => {
    expect(combineQueries(queryOf(rowsOf('a'), REFUSED), queryOf(rowsOf())).data?.data).toEqual([['a'], []]);
  });
});
