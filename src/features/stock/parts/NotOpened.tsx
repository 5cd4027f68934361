import type { ReactNode } from 'react';
import { CallError } from '#client/callError.ts';
import { NotLoaded } from '#crud/query/Saved.tsx';
import { Card } from '#ui/Card.tsx';
import { EmptyState, SkeletonRows } from '#ui/feedback/States.tsx';
import { kitTexts } from '#ui/texts.ts';

interface Reading {
  error: unknown;
  isError: boolean;
  refetch: () => unknown;
}

interface Props {
  title: string;
  /** Neither this tablet nor the server has the transfer or stocktake. */
  missing: boolean;
  query: Reading;
  /** Shown instead of the general error if the server does not answer and no copy is saved. */
  away?: ReactNode;
}

/** Replaces a transfer or stocktake that is missing, failed to load, or is still loading. */
export function NotOpened({ title, missing, query, away }: Props) {
  return (
    <Card padded={false}>
      {missing || (query.error instanceof CallError && query.error.code === 404) ? (
        <EmptyState scene="find" title={title}>
          {kitTexts.checkUrl}
        </EmptyState>
      ) : query.isError ? (
        (away && !(query.error instanceof CallError) && away) || (
          <NotLoaded error={query.error} onRetry={() => void query.refetch()} />
        )
      ) : (
        <SkeletonRows rows={4} />
      )}
    </Card>
  );
}
