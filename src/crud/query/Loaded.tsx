import type { ReactNode } from 'react';
import { CallError } from '#client/callError.ts';
import type { SavedAnswer } from '#client/reads/queries.ts';
import { Card } from '#ui/Card.tsx';
import { EmptyState, SkeletonRows } from '#ui/feedback/States.tsx';
import { Page } from '#ui/Page.tsx';
import { kitTexts } from '#ui/texts.ts';
import { NotLoaded } from './Saved.tsx';

interface Props<T> {
  query: { data: SavedAnswer<T> | undefined; error: unknown; isPending: boolean; refetch: () => Promise<unknown> };
  /** The screen's title until the data gives one. */
  title: string;
  /** "Category not found" */
  missing: string;
  /** The line under the title, if the data has one too, so that nothing moves when the data comes. */
  note?: string;
  width?: 'form';
  children: (data: T) => ReactNode;
}

/** A screen about one record: loading, missing, not loaded, or the data. */
export function Loaded<T>({ query, title, note, missing, width, children }: Props<T>) {
  if (query.data) return children(query.data.data);
  const gone = query.error instanceof CallError && query.error.code === 404;
  return (
    <Page title={title} note={note} {...(width ? { width } : {})}>
      <Card padded={!query.isPending}>
        {query.isPending ? (
          <SkeletonRows rows={4} />
        ) : gone ? (
          <EmptyState scene="find" title={missing}>
            {kitTexts.checkUrl}
          </EmptyState>
        ) : (
          <NotLoaded error={query.error} onRetry={() => void query.refetch()} />
        )}
      </Card>
    </Page>
  );
}
