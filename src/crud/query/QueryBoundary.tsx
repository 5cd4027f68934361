import type { ReactNode } from 'react';
import { CallError, messageOf } from '#client/callError.ts';
import type { SavedAnswer } from '#client/reads/queries.ts';
import { syncWords } from '#domain/syncWords.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { RowsOfBefore, SkeletonRows } from '#ui/feedback/States.tsx';
import { kitTexts } from '#ui/texts.ts';
import { NotLoaded, StoredCopy } from './Saved.tsx';

/** What is asked of a query, or of several that are answered {@link combineQueries}. */
interface QueryState<T> {
  data: SavedAnswer<T> | undefined;
  error: unknown;
  isPending: boolean;
  /** What is shown is the answer to what was asked before. */
  isPlaceholderData?: boolean;
  refetch: () => Promise<unknown>;
}

interface HereProps<T> {
  query: QueryState<T>;
  /** Grey lines while it waits: about as many as will come. */
  rows?: number;
  /** What is said of an answer that is a list without rows. Other answers know themselves when they are empty. */
  empty?: ReactNode;
  /** What stands there without an answer: what to do first, why there is none. Otherwise nothing. */
  instead?: ReactNode;
  children: (answer: T) => ReactNode;
}

/**
 * In a card: waiting, not loaded with a way to try again, nothing there, or what the answer shows with the age of a stored one. With something to
 * show, a failed refresh takes nothing away.
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
      {query.isPlaceholderData && <RowsOfBefore />}
      {none ? empty : children(saved.data)}
    </>
  );
}

/** Why something did not come, in a line of text, with the way to try again: for a value among others, where a card's words have no room. */
export function NotLoadedLine({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <span role="status" className="flex flex-wrap items-center gap-x-3">
      {error instanceof CallError ? messageOf(error) : syncWords.needsConnection}
      <Button look="quiet" icon="sync" onClick={onRetry}>
        {kitTexts.tryAgain}
      </Button>
    </span>
  );
}

/** What is made of cards itself: until there is an answer, one card says why not ({@link QueryBoundary}). */
export function QueryCard<T>(here: Omit<HereProps<T>, 'empty'>) {
  return here.query.data && !here.instead ? (
    <QueryBoundary {...here} />
  ) : (
    <Card padded={false}>
      <QueryBoundary {...here} />
    </Card>
  );
}

/** Several queries as one: answered when all are, failed when one that has nothing to show is, as old as the oldest copy among them. */
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
            data: saved.map(({ data }) => data) as unknown as T,
            at: Math.min(...(copies.length > 0 ? copies : saved).map(({ at }) => at)),
            copy: copies.length > 0,
          },
    error: failed?.error,
    isPending: !failed && saved.length < all.length,
    refetch: () => Promise.all(all.filter(({ data }) => !data).map((one) => one.refetch())),
  };
}
