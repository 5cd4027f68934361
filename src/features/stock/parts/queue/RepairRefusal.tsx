/** Says why the server refused a change, and offers the button that repairs it. Shown on the card of the outbox and on the page of the transfer. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useContact } from '#crud/query/useSession.ts';
import { isRefusedForGood } from '#offline/outbox/confirmAgain.ts';
import { notSavedWords } from '#offline/outbox/notSaved.ts';
import type { Op } from '#offline/outbox/op.ts';
import { theQueue } from '#offline/queue.ts';
import { Button } from '#ui/Button.tsx';
import { classes } from '#ui/classes.ts';
import { toast } from '#ui/feedback/toasts.ts';
import { GoodsLeft, mayHaveLeft, useGoodsLeft } from './GoodsLeft.tsx';
import { reasonsOf } from './refusal.ts';
import { isThereNow, mayRepair, nowThere, repair, repairLabel, shortOf } from './repair.ts';
import { type StockNow, stockNow } from './stockNow.ts';

/** The reasons of the refusal, each with its figures and its product. */
export function RefusalReasons({ op }: { op: Op }) {
  return (
    <ul className="flex min-w-0 flex-[1_1_min(14rem,100%)] flex-col gap-2">
      {reasonsOf(op).map(({ title, note }) => (
        <li key={`${title} ${note}`} className="figures min-w-0 [overflow-wrap:anywhere]">
          <p className="font-semibold text-bad">{title}</p>
          {note && <p className="text-sm">{note}</p>}
        </li>
      ))}
    </ul>
  );
}

interface Props {
  op: Op;
  /** Called after the change was repaired, to close what shows the refusal. */
  onRepaired: () => void;
  /** The other button. `primary`: it is the only button, so it is filled. */
  other: (primary: boolean) => ReactNode;
  /** The button is large and stands above the other button. */
  isColumn?: boolean;
  /** Leaves out the button that says that the goods have left. */
  isBrief?: boolean;
}

/** Reads the current stock, and whether this tablet can repair the transfer with that stock. */
async function lookAt(op: Op): Promise<{ now: StockNow | null; isPossible: boolean }> {
  const now = isRefusedForGood(op) ? await stockNow(op, shortOf(op)) : null;
  return { now, isPossible: await mayRepair(op, now) };
}

/**
 * The button "Issue 43" with the current stock, because the figure of the refusal may be old (decision 0395). The space of the button is reserved
 * until the stock is read.
 */
export function RepairRefusal({ op, onRepaired, other, isColumn = false, isBrief = false }: Props) {
  const { online } = useContact();
  const key = ['a refused transfer can be confirmed again', op.key, online];
  const { data } = useQuery({ queryKey: key, queryFn: () => lookAt(op), staleTime: 0 });
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const now = data?.now ?? null;
  const [hasLeft, sayLeft] = useGoodsLeft(op);
  // Goods that have left must move as they were confirmed. Until the books have them, the transfer waits.
  const waits = hasLeft && !isThereNow(op, now);
  const run = async () => {
    setBusy(true);
    try {
      const fresh = await lookAt(op);
      if (repairLabel(op, fresh.now) !== repairLabel(op, now)) {
        client.setQueryData(key, fresh);
        toast('bad', 'The stock changed. Check the figure again.');
        return;
      }
      if (await repair(op, fresh.now)) onRepaired();
      else toast('bad', 'This transfer changed meanwhile. Open it to fix it.');
      void theQueue().flusher.flush({ forced: true });
    } catch (error) {
      // The disk refused the write, so the refusal is as before.
      toast('bad', notSavedWords(error));
    } finally {
      setBusy(false);
    }
  };
  const notes = [
    ...nowThere(op, now),
    ...(waits ? ['The goods went out. The transfer waits until the books have them.'] : []),
  ];
  const label = repairLabel(op, now);
  const mayBe = label !== null && data?.isPossible !== false && !waits;
  const press = mayBe && (
    <Button look="primary" wide={isColumn} busy={busy || data === undefined} onClick={() => void run()}>
      {isColumn ? <span className="py-3 text-xl">{label}</span> : label}
    </Button>
  );
  return (
    <>
      {notes.length > 0 && (
        <ul
          aria-label="What is there now"
          className={classes('figures basis-full text-sm font-medium', !isColumn && 'text-right')}
        >
          {notes.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      )}
      {isColumn && press}
      {other(!mayBe && !waits)}
      {!isBrief && mayHaveLeft(op) && <GoodsLeft {...{ op, hasLeft, waits }} onSay={sayLeft} isWide={isColumn} />}
      {!isColumn && press}
    </>
  );
}
