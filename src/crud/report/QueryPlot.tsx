import type { ReactNode } from 'react';
import type { SavedAnswer } from '#client/reads/queries.ts';
import { PlotFrame } from '#ui/plots/PlotCard.tsx';
import { PlotPlace } from '#ui/plots/PlotPlace.tsx';
import { NotLoadedLine } from '../query/QueryBoundary.tsx';
import { StoredCopy } from '../query/Saved.tsx';

interface Props<T> {
  title: string;
  query: {
    data: SavedAnswer<T> | undefined;
    error: unknown;
    isPending: boolean;
    refetch: () => Promise<unknown>;
  };
  /** The height of the plot, which its place has from the beginning. */
  height: number;
  children: (answer: T) => ReactNode;
}

/** A plot of a query: its place while it loads, the reason if it failed, and the last answer with its age without a connection. */
export function QueryPlot<T>({ title, query, height, children }: Props<T>) {
  if (query.data)
    return (
      <>
        {query.data.copy && <StoredCopy at={query.data.at} />}
        {children(query.data.data)}
      </>
    );
  return (
    <PlotFrame title={title}>
      {query.isPending ? (
        <PlotPlace height={height} />
      ) : (
        <div className="grid place-items-center" style={{ height }}>
          <NotLoadedLine error={query.error} onRetry={() => void query.refetch()} />
        </div>
      )}
    </PlotFrame>
  );
}
