import { plural } from '#domain/plural.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { Badge } from '#ui/feedback/Badge.tsx';
import { Notice } from '#ui/feedback/States.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import { kitTexts } from '#ui/texts.ts';
import { brandAndMaker } from '../parts/brandAndMaker.ts';
import type { ProductRow } from '../parts/StatusDots.tsx';
import type { Choosing } from './useChoosing.ts';

interface Props {
  choosing: Choosing;
  products: readonly ProductRow[];
  onClose: () => void;
}

/** Lists the changes that Save will make, product by product. Refused changes stay with their reason and can be sent again. */
export function ChangesDialog({ choosing, products, onClose }: Props) {
  const { changes, failures, problem, busy } = choosing;
  const rows = products.filter((one) => changes.has(one._id));
  const count = plural(changes.size, '# change', '# changes');
  return (
    <Dialog
      open
      onClose={onClose}
      width="wide"
      title={`Save ${count}`}
      description="Only these products change."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <ServerButton look="primary" busy={busy} onClick={() => void choosing.save().then((all) => all && onClose())}>
            {busy ? 'Saving…' : problem !== null ? kitTexts.tryAgain : `Save ${count}`}
          </ServerButton>
        </>
      }
    >
      {problem && (
        <Notice tone="bad" icon="alert" role="alert">
          {problem}
        </Notice>
      )}
      <ul className="divide-y">
        {rows.map((row) => (
          <li key={row._id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
            <div className="min-w-0">
              <p className="font-semibold">{row.name}</p>
              <p className="text-sm text-ink-faint">{brandAndMaker(row)}</p>
              {failures.has(row._id) && <p className="text-sm font-medium text-bad">{failures.get(row._id)}</p>}
            </div>
            <Badge tone={changes.get(row._id)?.on ? 'good' : 'neutral'}>
              {changes.get(row._id)?.on ? 'Sell' : 'Stop selling'}
            </Badge>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
