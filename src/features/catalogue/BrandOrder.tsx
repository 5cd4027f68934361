import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { writeRows } from '#client/bulk.ts';
import { allQuery } from '#client/reads/queries.ts';
import { newUuid } from '#client/uuid.ts';
import { brand } from '#contract/catalogue/brand.ts';
import { messageFor } from '#crud/command/messageFor.ts';
import { QueryBoundary } from '#crud/query/QueryBoundary.tsx';
import { Button, IconButton } from '#ui/Button.tsx';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { toast } from '#ui/feedback/toasts.ts';
import { ServerButton } from '#ui/ServerButton.tsx';
import { NOTHING_CHANGED, whenReady } from '#ui/whenReady.ts';

/** The order of brands in lists (B8.11). Buttons move a brand up, down or to the top. */
export function BrandOrder({ onClose }: { onClose: () => void }) {
  const query = useQuery(allQuery(brand));
  const [moved, setMoved] = useState<readonly string[] | null>(null);
  const [busy, setBusy] = useState(false);
  const rows = query.data?.data ?? [];
  const order = moved ?? rows.map((row) => row._id);
  const byId = new Map(rows.map((row) => [row._id, row]));
  const move = (from: number, to: number) => {
    const next = [...order];
    const [one] = next.splice(from, 1);
    if (one) next.splice(to, 0, one);
    setMoved(next);
  };
  const save = async () => {
    setBusy(true);
    try {
      const changes = order.flatMap((id, index) =>
        byId.get(id)?.index === index ? [] : [{ key: newUuid(), fields: { _id: id, index: String(index) } }],
      );
      const { verdicts } = await writeRows('brand/set_index', {}, changes);
      const refused = [...verdicts.values()].find(({ code }) => code !== 200);
      if (refused) toast('bad', refused.message);
      else {
        toast('good', 'Brand order saved.');
        onClose();
      }
    } catch (error) {
      toast('bad', messageFor(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Reorder brands"
      description="Lists show the brands in this order."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <ServerButton look="primary" busy={busy} {...whenReady(moved === null && NOTHING_CHANGED, () => void save())}>
            Save order
          </ServerButton>
        </>
      }
    >
      <QueryBoundary query={query}>
        {() => (
          <ol className="divide-y">
            {order.map((id, index) => {
              const name = byId.get(id)?.name ?? '';
              return (
                <li key={id} className="flex items-center gap-2 py-1">
                  <span className="figures w-8 text-ink-faint">{index + 1}</span>
                  <span className="min-w-0 flex-1">
                    <span className="block truncate font-semibold">{name}</span>
                    <span className="block truncate text-sm text-ink-faint">{byId.get(id)?.manufacturer.name}</span>
                  </span>
                  <IconButton
                    icon="up"
                    label={`Move ${name} up`}
                    disabled={index === 0}
                    onClick={() => move(index, index - 1)}
                  />
                  <IconButton
                    icon="down"
                    label={`Move ${name} down`}
                    disabled={index === order.length - 1}
                    onClick={() => move(index, index + 1)}
                  />
                  <Button look="quiet" disabled={index === 0} onClick={() => move(index, 0)}>
                    Top<span className="sr-only"> {name}</span>
                  </Button>
                </li>
              );
            })}
          </ol>
        )}
      </QueryBoundary>
    </Dialog>
  );
}
