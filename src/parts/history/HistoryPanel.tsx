import { lazy, Suspense } from 'react';
import type { BaseRow } from '#contract/model.ts';

const History = lazy(() => import('./History.tsx').then((module) => ({ default: module.History })));

/** The history of a record, fetched after the screen itself: below a form (`aside` of FormScreen) or on a detail screen. */
export function HistoryPanel(props: { model: string; row: BaseRow; opened?: boolean }) {
  return (
    <Suspense fallback={null}>
      <History {...props} />
    </Suspense>
  );
}
