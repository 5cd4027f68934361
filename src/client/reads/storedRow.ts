import { queryOptions } from '@tanstack/react-query';
import type { Model, RowOf } from '#contract/model.ts';
import { NoAnswer } from '../callError.ts';
import { through } from './queries.ts';

/** The query of what is stored of a record: its own answer, or else its row of a list (decision 1390). Nothing is sent. */
export function storedRow<M extends Model>(model: M, id: string) {
  const queryKey = [`${model.name}/row`, { _id: id }] as const;
  return queryOptions({
    queryKey,
    queryFn: () => through<[RowOf<M>]>(queryKey, () => Promise.reject(new NoAnswer()), undefined),
    retry: false,
    // A list that is read later may have a newer row.
    staleTime: 0,
    gcTime: 0,
  });
}
