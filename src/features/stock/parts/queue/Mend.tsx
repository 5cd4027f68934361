/** Why the server refused a change, and the press that mends it in place: on the card of the outbox and on the page of the transfer. */
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { notSavedWords } from '#offline/outbox/notSaved.ts';
import type { Op } from '#offline/outbox/op.ts';
import { theQueue } from '#offline/queue.ts';
import { Button } from '#ui/Button.tsx';
import { toast } from '#ui/feedback/toasts.ts';
import { mayRepair, reasonsOf, repair } from './repair.ts';

/** The reasons of the refusal: the figures first, then the product. */
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
  /** "Issue 43". */
  label: string;
  /** The change was mended, so what shows it goes. */
  onMended: () => void;
  /** The other way out. `primary`: it is the only one. */
  other: (primary: boolean) => ReactNode;
}

/** "Issue 43". While it is not known whether this tablet can do it, the buttons stand where they will be. */
export function Mend({ op, label, onMended, other }: Props) {
  const { data: possible } = useQuery({
    queryKey: ['a refused transfer can be confirmed again', op.key],
    queryFn: () => mayRepair(op),
  });
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    try {
      if (await repair(op)) onMended();
      else toast('bad', 'This transfer changed meanwhile. Open it to fix it.');
      void theQueue().flusher.flush({ forced: true });
    } catch (error) {
      // The disk refused, so the refusal stays as it was.
      toast('bad', notSavedWords(error));
    } finally {
      setBusy(false);
    }
  };
  if (possible === false) return other(true);
  return (
    <>
      {other(false)}
      <Button look="primary" busy={busy || possible === undefined} onClick={() => void run()}>
        {label}
      </Button>
    </>
  );
}
