import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { CallError, NoAnswer } from '#client/callError.ts';
import { contactStore } from '#client/online.ts';
import { FRESH_MS, oneQuery, type PageOf, queryClient, type SavedAnswer } from '#client/reads/queries.ts';
import { storedRow } from '#client/reads/storedRow.ts';
import type { Model, RowOf } from '#contract/model.ts';
import { useContact } from './useSession.ts';

/** The state of a record's read, with what is stored of it in place of an answer that does not come. */
interface RecordQuery<M extends Model> {
  data: SavedAnswer<[RowOf<M>]> | undefined;
  error: Error | null;
  isPending: boolean;
  isError: boolean;
  refetch: () => Promise<unknown>;
}

/**
 * One record. It is drawn at once from the row of the list that led to it, where the list has one, and the record's own read replaces the row (decision
 * 0981). Where no answer comes, it is drawn from what is stored: its own answer, or its row of a list (decision 1390). `id` undefined: nothing is read.
 */
export function useRecord<M extends Model>(model: M, id: string | undefined): RecordQuery<M> {
  // Looked up once for a record: what makes the list stale meanwhile does not take the record from the screen.
  const row = useMemo(() => (id === undefined ? undefined : listedRow(model, id)), [model, id]);
  const query = useQuery({ ...oneQuery(model, id ?? ''), enabled: id !== undefined, placeholderData: row });
  const { online, failed } = useContact();
  const { data, error, isPending, isError, refetch } = query;
  const isAway = data === undefined && (error ? error instanceof NoAnswer : !online || failed);
  const stored = useQuery({ ...storedRow(model, id ?? ''), enabled: id !== undefined && isAway });
  // What is stored stays on the screen while the record is read again.
  if (data === undefined && stored.data && !(error instanceof CallError))
    return { data: stored.data, error: null, isPending: false, isError: false, refetch };
  return { data, error, isPending: isPending || (isAway && stored.isPending), isError, refetch };
}

/** Whether a form can be filled from what is shown of a record: a row of a list may lack fields. */
export const hasAllFormFields = (model: Model, { listed, data: [row] }: SavedAnswer<[object]>) =>
  !listed || Object.keys(model.fields).every((name) => name in row);

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
