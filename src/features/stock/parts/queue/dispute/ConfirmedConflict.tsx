import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PurchaseOrderItem } from '#contract/purchasing/purchasingCalls.ts';
import { useGo } from '#crud/address.ts';
import { koboOf } from '#domain/money.ts';
import { plural } from '#domain/plural.ts';
import { syncWords } from '#domain/syncWords.ts';
import { KINDS, kindOf } from '#domain/transfer.ts';
import { type DifferingLine, differingLines, linesInDispute } from '#offline/outbox/confirmed.ts';
import { notSavedWords } from '#offline/outbox/notSaved.ts';
import type { Op } from '#offline/outbox/op.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { toast } from '#ui/feedback/toasts.ts';
import { figuresOf, Version } from '../ConflictDialog.tsx';
import { recordOf } from '../recordOf.ts';
import { putMine, takeTheirs } from './dispute.ts';

interface Props {
  op: Op<'execute'>;
  onClose: () => void;
}

/** The most lines that the dialog shows. The confirmation dialog after it shows all lines. */
const MOST_LINES = 6;

/**
 * A confirmed transfer whose lines a colleague changed since, shown like the conflict of a line: who, when and both figures. The choice leads to the
 * confirmation dialog, because no goods have moved yet.
 */
export function ConfirmedConflict({ op, onClose }: Props) {
  const { keepMine, keepTheirs, title } = syncWords.conflict;
  const go = useGo();
  const [busy, setBusy] = useState<'mine' | 'theirs' | null>(null);
  const { data: read } = useQuery({
    queryKey: ['record of a confirmed conflict', op.key],
    queryFn: () => recordOf(op.transfer, true),
    staleTime: 0,
    gcTime: 0,
  });
  const row = read && !read.copy ? read.row : null;
  const items = (row?.items ?? []) as PurchaseOrderItem[];
  const refused = linesInDispute(op) ?? [];
  // Lines that a colleague changed after the refusal count too.
  const lines = row ? differingLines(op.payload.confirmed?.lines ?? [], items.map(asConfirmed)) : refused;
  const shown = lines.length > 0 ? lines : refused;
  const [one] = shown;
  const by = items.filter(({ product_id }) => shown.some((line) => line.product_id === product_id));
  const last = by.toSorted((a, b) => b.modified - a.modified)[0];
  const names = [...new Set(by.flatMap(({ modified_by }) => modified_by?.name ?? []))].join(', ');
  const run = async (which: 'mine' | 'theirs') => {
    setBusy(which);
    try {
      const isDone = which === 'theirs' ? await takeTheirs(op) : row !== null && (await putMine(op, shown, row));
      if (!isDone) return;
      onClose();
      await goOn();
    } catch (error) {
      toast('bad', notSavedWords(error));
    } finally {
      setBusy(null);
    }
  };
  const goOn = async () => {
    const { header } = op.payload.confirmed ?? {};
    const kind = header ? kindOf(header.source_type, header.destination_type) : 'transfer';
    if (kind === 'transfer') return go(`/purchase-orders/${op.transfer}`);
    const { type, direction } = KINDS[kind];
    await go(`/inventory/${type}/${direction}`, { search: { purchase_order_id: op.transfer, complete: 'again' } });
  };
  /** "Keep theirs: 9 cases" */
  const withFigure = (words: string, figure: string | null) =>
    figure === null ? (
      words
    ) : (
      <span>
        {words}: <span className="whitespace-nowrap">{figure.toLowerCase()}</span>
      </span>
    );
  const isOne = shown.length === 1 && one !== undefined;
  const figures = isOne ? figuresOf(one) : null;
  return (
    <Dialog open onClose={onClose} title={title} description={op.last_error?.message}>
      {isOne ? <p className="text-lg font-semibold [overflow-wrap:anywhere]">{one.name}</p> : <Lines lines={shown} />}
      <div className="grid grid-cols-2 gap-3">
        <Version
          title="Mine"
          what={figures ? figures.mine : productsText(shown.length)}
          who={op.user_name}
          at={op.saved_at / 1_000}
        >
          {row && (
            <Button wide busy={busy === 'mine'} disabled={busy !== null} onClick={() => void run('mine')}>
              {withFigure(keepMine, figures?.mine ?? null)}
            </Button>
          )}
        </Version>
        <Version
          title="Theirs"
          what={figures ? figures.theirs : productsText(shown.length)}
          who={names || undefined}
          at={last?.modified}
        >
          <Button
            wide
            data-careful
            busy={busy === 'theirs'}
            disabled={busy !== null}
            onClick={() => void run('theirs')}
          >
            {withFigure(keepTheirs, figures?.theirs ?? null)}
          </Button>
        </Version>
      </div>
      <p className="text-ink-soft">
        Nothing has moved. After your choice, check the transfer once more and complete it.
      </p>
    </Dialog>
  );
}

const productsText = (n: number) => plural(n, '# product', '# products');

const asConfirmed = ({ product_id, product, quantity, quantity_accepted, amount, lots }: PurchaseOrderItem) => ({
  product_id,
  ...{ name: product.name, case_count: product.case_count },
  ...{ quantity, quantity_accepted, amount: koboOf(amount) },
  ...(lots ? { lots } : {}),
});

function Lines({ lines }: { lines: readonly DifferingLine[] }) {
  const more = lines.length - MOST_LINES;
  return (
    <table className="figures w-full text-left">
      <thead className="text-sm text-ink-faint">
        <tr>
          <th scope="col" className="py-1.5 pr-3 font-semibold">
            Product
          </th>
          <th scope="col" className="py-1.5 pr-3 font-semibold">
            Mine
          </th>
          <th scope="col" className="py-1.5 font-semibold">
            Theirs
          </th>
        </tr>
      </thead>
      <tbody className="divide-y">
        {lines.slice(0, MOST_LINES).map((line) => {
          const { mine, theirs } = figuresOf(line);
          return (
            <tr key={line.product_id} className="align-top [overflow-wrap:anywhere]">
              <th scope="row" className="py-2 pr-3 font-normal">
                {line.name}
              </th>
              <td className="whitespace-nowrap py-2 pr-3">{mine}</td>
              <td className="whitespace-nowrap py-2 font-semibold">{theirs}</td>
            </tr>
          );
        })}
      </tbody>
      {more > 0 && (
        <tfoot>
          <tr>
            <td colSpan={3} className="py-2 text-ink-soft">
              {plural(more, 'and # more product', 'and # more products')}
            </td>
          </tr>
        </tfoot>
      )}
    </table>
  );
}
