import { cancelStocktake } from '#contract/stock/stocktakeCalls.ts';
import { ReasonDialog } from '#crud/command/ReasonDialog.tsx';
import type { Results } from './results.ts';

/** Ends a stocktake without any effect on the stock. */
export function CancelDialog({ results, onClose }: { results: Results; onClose: () => void }) {
  return (
    <ReasonDialog
      onClose={onClose}
      title="Cancel stocktake"
      description="No stock moves, and its counts are not used. Officers who are still counting get a message."
      save="Cancel stocktake"
      call={cancelStocktake}
      input={(note) => ({ stocktake_id: results._id, note, base_version: results.version })}
      success="Stocktake cancelled."
    />
  );
}
