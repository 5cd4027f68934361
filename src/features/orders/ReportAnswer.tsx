import type { ReactNode } from 'react';
import type { Saved } from '#client/queries.ts';
import { NotLoaded, StoredCopy } from '#crud/Saved.tsx';
import { emptyTexts } from '#parts/texts.ts';
import { Card } from '#ui/Card.tsx';
import { EmptyState, SkeletonRows } from '#ui/States.tsx';

interface Props<T> {
  label: string;
  query: { data: Saved<T> | undefined; error: unknown; isPending: boolean; refetch: () => Promise<unknown> };
  /** false: nothing was asked yet, and `unasked` says what to do. */
  asked: boolean;
  unasked: string;
  /** true: the answer has no row. */
  empty: boolean;
  children: (answer: T) => ReactNode;
}

/** What stands under the filters of an order report: not asked, waiting, not loaded, nothing found, or the figures. */
export function ReportAnswer<T>({ label, query, asked, unasked, empty, children }: Props<T>) {
  return (
    <>
      {query.data?.copy && <StoredCopy at={query.data.at} />}
      <Card padded={false} label={label}>
        {!asked ? (
          <EmptyState icon="chart" title={unasked} />
        ) : query.isPending ? (
          <SkeletonRows />
        ) : !query.data ? (
          <NotLoaded error={query.error} onRetry={() => void query.refetch()} />
        ) : empty ? (
          <EmptyState icon="search" title={emptyTexts.entries} />
        ) : (
          children(query.data.data)
        )}
      </Card>
    </>
  );
}
