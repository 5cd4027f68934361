import { useState } from 'react';
import { TextLink } from '#crud/Link.tsx';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { useSalesHistory } from './useSalesHistory.tsx';

/** The sales history in a dialog over the product list, which keeps its state (PROD-35, K29). */
export function HistoryDialog({ onClose }: { onClose: () => void }) {
  const [view, setView] = useState({ search: '', measure: 'units', paging: { page: 1, per_page: 20 } });
  const { note, exporting, table } = useSalesHistory({
    ...view,
    set: (change) =>
      setView({
        ...view,
        ...change,
        paging: { ...view.paging, page: change.search === undefined ? view.paging.page : 1 },
      }),
    onTurn: (paging) => setView({ ...view, paging }),
  });
  return (
    <Dialog open onClose={onClose} title="Sales History" description={note} width="full" actions={exporting}>
      <TextLink to="/products/history">Open as a page</TextLink>
      {table}
    </Dialog>
  );
}
