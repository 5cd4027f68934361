import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { contactStore } from '#client/online.ts';
import { FRESH_MS, oneQuery, type PageOf, queryClient, type SavedAnswer } from '#client/reads/queries.ts';
import type { Model, RowOf } from '#contract/model.ts';

/**
 * One record. It is drawn at once from the row of the list that led to it, where the list has one, and the record's own read replaces the row (decision
 * 0981). `id` undefined: a new record, nothing is read.
 */
export function useRecord<M extends Model>(model: M, id: string | undefined) {
  // Looked up once for a record: what makes the list stale meanwhile does not take the record from the screen.
  const row = useMemo(() => (id === undefined ? undefined : listedRow(model, id)), [model, id]);
  return useQuery({ ...oneQuery(model, id ?? ''), enabled: id !== undefined, placeholderData: row });
}

/** Undefined: no list that is on the screen or fresh has the row, or not as its record has it. */
export function listedRow<M extends Model>(model: M, id: string): SavedAnswer<[RowOf<M>]> | undefined {
  // Without contact the record's read may end in a refusal, which would take the form away under the fingers.
  if (!contactStore.read().online) return undefined;
  let found: SavedAnswer<[RowOf<M>]> | undefined;
  for (const query of queryClient.getQueryCache().findAll({ queryKey: [`${model.name}/read_all`] })) {
    const answer = query.state.data as SavedAnswer<Partial<PageOf<M>>> | undefined;
    if (!answer || answer.copy || (found && found.at >= answer.at)) continue;
    if (!query.isActive() && query.isStaleByTime(FRESH_MS)) continue;
    const row = answer.data.rows?.find((one) => (one as { _id: string })._id === id);
    if (row && isWhole(model, row)) found = { data: [row], at: answer.at, copy: false };
  }
  return found;
}

/** Whether the row has all fields of its record: a list may leave out what this reader sees in the record alone. */
const isWhole = (model: Model, row: object) =>
  [...Object.keys(model.fields), ...Object.keys(model.extra)].every((name) => name in row);
