/** The row of a list from which its record is drawn before the server answers (decision 0981). */
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { noteAnswer, noteNoAnswer } from '#client/online.ts';
import { pageQuery, queryClient } from '#client/reads/queries.ts';
import { storeType } from '#contract/catalogue/storeType.ts';
import { listedRow } from '#crud/query/useRecord.ts';

const ROW = {
  ...{ _id: 's1', created: 1, modified: 2, version: 3, created_by: null, modified_by: null },
  ...{ name: 'Kiosk', description: 'A kiosk', status: 'active' },
};
const list = (page: number): readonly unknown[] => pageQuery(storeType, { page, per_page: 10 }).queryKey;
const answer = (row: object, { copy = false, at = 1_000 } = {}) => ({
  ...{ copy, at },
  data: { rows: [row], total: 1, page: 1, per_page: 10 },
});
/** The record as it is drawn at once. */
const drawn = (id = 's1') => listedRow(storeType, id);

beforeEach(() => noteAnswer(null));
afterEach(() => {
  queryClient.clear();
  noteAnswer(null);
});

describe('a record waits for the server', () => {
  test('where no list has its row', () => {
    queryClient.setQueryData(list(1), answer(ROW));
    expect(drawn('s2')).toBeUndefined();
  });
  test('where the list is a stored copy', () => {
    queryClient.setQueryData(list(1), answer(ROW, { copy: true }));
    expect(drawn()).toBeUndefined();
  });
  test('where the list was left and made stale since', async () => {
    queryClient.setQueryData(list(1), answer(ROW));
    await queryClient.invalidateQueries();
    expect(drawn()).toBeUndefined();
  });
  test('where there is no contact', () => {
    queryClient.setQueryData(list(1), answer(ROW));
    noteNoAnswer();
    expect(drawn()).toBeUndefined();
  });
  test('where the list leaves a field of the record out', () => {
    const { description: _hidden, ...rest } = ROW;
    queryClient.setQueryData(list(1), answer(rest));
    expect(drawn()).toBeUndefined();
  });
  test('where a read of all rows is in memory and no page of a list', () => {
    queryClient.setQueryData(['store_type/read_all', {}], { data: [ROW], at: 1, copy: false });
    expect(drawn()).toBeUndefined();
  });
});

test('a record is drawn from a list on the screen that is just read anew', async () => {
  queryClient.setQueryData(list(1), answer(ROW));
  const end = new QueryObserver(queryClient, {
    queryKey: list(1),
    queryFn: () => new Promise(() => undefined),
  }).subscribe(() => undefined);
  void queryClient.invalidateQueries();
  expect(drawn()).toEqual({ data: [ROW], at: 1_000, copy: false });
  end();
});

test('a record is drawn from the newest list that has its row', () => {
  queryClient.setQueryData(list(1), answer({ ...ROW, name: 'Old' }, { at: 1_000 }));
  queryClient.setQueryData(list(2), answer(ROW, { at: 3_000 }));
  queryClient.setQueryData(list(3), answer({ ...ROW, name: 'Older' }, { at: 500 }));
  expect(drawn()).toEqual({ data: [ROW], at: 3_000, copy: false });
});
