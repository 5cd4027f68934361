import { Suspense } from 'react';
import type { BaseRow } from '#contract/model.ts';
import { lazyPart } from '../lazyPart.tsx';

const History = lazyPart(() => import('./History.tsx'), 'History');

/** The history of a record, loaded after the screen itself. It is below every update form, or on a tab of a detail screen. */
export function HistoryPanel(props: { model: string; row: BaseRow; opened?: boolean }) {
  return (
    <Suspense fallback={null}>
      <History {...props} />
    </Suspense>
  );
}
