import { useState } from 'react';
import { cancelStocktake } from '#contract/stock/stocktakeCalls.ts';
import { useCommand } from '#crud/command/useCommand.ts';
import { DialogForm } from '#ui/dialogs/DialogForm.tsx';
import { LongTextField } from '#ui/fields/Field.tsx';
import type { Results } from './results.ts';

/** Ends a stocktake without any effect on the stock. A reason is needed. */
export function CancelDialog({ told, onClose }: { told: Results; onClose: () => void }) {
  const [note, setNote] = useState('');
  const { send, busy, refused } = useCommand();
  return (
    <DialogForm
      onClose={onClose}
      title="Cancel the stocktake"
      description="No stock moves, and its counts are not used. Officers who still count are told."
      cancel="Keep it"
      save="Cancel stocktake"
      look="danger"
      ready={note.trim().length >= 3}
      busy={busy}
      onSave={async (close) => {
        const body = { stocktake_id: told._id, note: note.trim(), base_version: told.version };
        if (await send(cancelStocktake, body, 'Stocktake cancelled.')) close();
      }}
    >
      <LongTextField label="Reason" value={note} onChange={setNote} error={refused.note} required />
    </DialogForm>
  );
}
