import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';

export interface FarPrice {
  id: string;
  hub: string;
  /** "₦40,000 is 388% above the list price" */
  words: string;
}

interface Props {
  far: readonly FarPrice[];
  /** "Save 2 prices" */
  save: string;
  onSave: () => void;
  onClose: () => void;
}

/** Asks once before prices are saved that are far from the list price. */
export function FarPrices({ far, save, onSave, onClose }: Props) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="Far from the list price"
      actions={
        <>
          <Button onClick={onClose}>Back to the prices</Button>
          <ServerButton look="primary" onClick={onSave}>
            {save}
          </ServerButton>
        </>
      }
    >
      <ul className="flex flex-col gap-2">
        {far.map(({ id, hub, words }) => (
          <li key={id}>
            <span className="font-semibold">{hub}</span>: {words}.
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
