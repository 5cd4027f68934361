import type { ReactNode } from 'react';
import { CallError, messageOf, ServerFailed } from '#client/callError.ts';
import type { SavedAnswer } from '#client/reads/queries.ts';
import { contactWords } from '#domain/contactWords.ts';
import { showNumber } from '#domain/number.ts';
import { syncWords } from '#domain/syncWords.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { RowsOfBefore, SkeletonRows } from '#ui/feedback/States.tsx';
import { useHasCopy } from '#ui/Page.tsx';
import { kitTexts } from '#ui/texts.ts';
import { isWithoutAnswer, MissingPart, NotLoaded, StoredCopy } from './Saved.tsx';
import { useContact } from './useSession.ts';

/** The state of a query, or of several queries joined by {@link combineQueries}. */
interface QueryState<T> {
  data: SavedAnswer<T> | undefined;
  error: unknown;
  isPending: boolean;
  /** True when the shown data answers a previous request. */
  isPlaceholderData?: boolean;
  refetch: () => Promise<unknown>;
}

interface HereProps<T> {
  query: QueryState<T>;
  /** The number of grey lines while loading: about as many as the expected rows. */
  rows?: number;
  /** Shown for a list without rows. Other responses handle their own empty state. */
  empty?: ReactNode;
  /** Shown instead of the query, for example what to do first. */
  instead?: ReactNode;
  children: (answer: T) => ReactNode;
}

/**
 * The content of a card for a query: loading, failed with a retry button, empty, or the data with the age of a stored copy. If there is data, a
 * failed refresh keeps it.
 */
export function QueryBoundary<T>({ query, rows = 6, empty, instead, children }: HereProps<T>) {
  if (instead) return instead;
  const { data: saved } = query;
  if (!saved)
    return query.isPending ? (
      <SkeletonRows rows={rows} />
    ) : (
      <NotLoaded error={query.error} onRetry={() => void query.refetch()} />
    );
  const none = empty && Array.isArray(saved.data) && saved.data.length === 0;
  return (
    <>
      {saved.copy && <StoredCopy at={saved.at} />}
      {saved.searched && <SearchedHere {...saved.searched} />}
      {query.isPlaceholderData && <RowsOfBefore />}
      {none ? empty : children(saved.data)}
    </>
  );
}

/** Over the rows of a search that the server did not make. */
function SearchedHere({ rows, of }: { rows: number; of: number }) {
  return (
    <p role="status" className="border-b px-5 py-2 text-sm text-wait">
      {rows < of
        ? `Found in the first ${showNumber(rows)} of ${showNumber(of)} rows. The others are not stored on this device.`
        : 'Found in the rows that are stored on this device.'}
    </p>
  );
}

/** The reason of a failed load in one line of text, with a retry button. For a value among others, where a card would be too large. */
export function NotLoadedLine({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { online } = useContact();
  const isStoredPart = useHasCopy() && isWithoutAnswer(error);
  if (isStoredPart && !online) return <MissingPart />;
  const isRefused = error instanceof CallError;
  return (
    <span role="status" className="flex flex-wrap items-center gap-x-3">
      {isRefused
        ? messageOf(error)
        : error instanceof ServerFailed
          ? contactWords.serverFailed
          : syncWords.needsConnection}
      {!(isRefused && error.word === 'not_offered') && (
        <Button look="quiet" icon="sync" onClick={onRetry}>
          {kitTexts.tryAgain}
        </Button>
      )}
    </span>
  );
}

/**
 * For content that has cards of its own. Until there is data, one card shows the state ({@link QueryBoundary}). A part of a record that is not stored has no
 * card: the line under the heading says that parts are missing.
 */
export function QueryCard<T>(here: Omit<HereProps<T>, 'empty'>) {
  const { query, instead } = here;
  if (query.data && !instead) return <QueryBoundary {...here} />;
  return (
    <Unless missing={!instead && !query.isPending && isWithoutAnswer(query.error)}>
      <Card padded={false}>
        <QueryBoundary {...here} />
      </Card>
    </Unless>
  );
}

/** The card, or nothing to see where the part is `missing` in a stored copy. */
function Unless({ missing, children }: { missing: boolean; children: ReactNode }) {
  const { online } = useContact();
  const isOfCopy = useHasCopy();
  if (!(missing && isOfCopy && !online)) return children;
  return (
    <span className="sr-only">
      <MissingPart />
    </span>
  );
}

/** Joins several queries: loaded when all are loaded, failed when one without data failed, and as old as the oldest stored copy. */
export function combineQueries<T extends readonly unknown[]>(
  ...queries: { [K in keyof T]: QueryState<T[K]> }
): QueryState<T> {
  const all: readonly QueryState<unknown>[] = queries;
  const saved = all.flatMap(({ data }) => data ?? []);
  const copies = saved.filter(({ copy }) => copy);
  const failed = all.find(({ data, isPending }) => !data && !isPending);
  return {
    data:
      saved.length < all.length
        ? undefined
        : {
            // `map` keeps the order and the number of the queries, but its type does not say so.
            data: saved.map(({ data }) => data) as unknown as T,
            at: Math.min(...(copies.length > 0 ? copies : saved).map(({ at }) => at)),
            copy: copies.length > 0,
          },
    error: failed?.error,
    isPending: !failed && saved.length < all.length,
    refetch: () => Promise.all(all.filter(({ data }) => !data).map((one) => one.refetch())),
  };
}
