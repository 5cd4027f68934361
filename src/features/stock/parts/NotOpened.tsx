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

/** Stands in place of a transfer or stocktake that is not there, was not answered, or is still loading. `missing`: neither this tablet nor the server has it. */
export function NotOpened({ title, missing, query }: { title: string; missing: boolean; query: Reading }) {
  return (
    <Card padded={false}>
      {missing || (query.error instanceof CallError && query.error.code === 404) ? (
        <EmptyState scene="find" title={title}>
          {kitTexts.checkUrl}
        </EmptyState>
      ) : query.isError ? (
        <NotLoaded error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <SkeletonRows rows={4} />
      )}
    </Card>
  );
}
