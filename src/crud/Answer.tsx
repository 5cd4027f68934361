import type { ReactNode } from 'react';
import type { Saved } from '#client/queries.ts';
import { Card } from '#ui/Card.tsx';
import { SkeletonRows } from '#ui/States.tsx';
import { NotLoaded, StoredCopy } from './Saved.tsx';

interface Props<T> {
  query: { data: Saved<T> | undefined; error: unknown; isPending: boolean; refetch: () => Promise<unknown> };
  /** What stands there without an answer: what to do first, why there is none. Otherwise nothing. */
  instead: ReactNode;
  children: (answer: T) => ReactNode;
}

/** What stands under the filters of a report: nothing asked, waiting, not loaded, or what the answer shows with the age of a stored one. */
export function Answer<T>({ query, instead, children }: Props<T>) {
  if (instead || !query.data)
    return (
      <Card padded={false}>
        {instead ||
          (query.isPending ? <SkeletonRows /> : <NotLoaded error={query.error} onRetry={() => void query.refetch()} />)}
      </Card>
    );
  return (
    <>
      {query.data.copy && <StoredCopy at={query.data.at} />}
      {children(query.data.data)}
    </>
  );
}
