/** A waiting transfer that the server will probably refuse: the figures, and the button that repairs the transfer before it is sent. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useContact } from '#crud/query/useSession.ts';
import { notSavedWords } from '#offline/outbox/notSaved.ts';
import type { Op } from '#offline/outbox/op.ts';
import { Button } from '#ui/Button.tsx';
import { toast } from '#ui/feedback/toasts.ts';
import { type Ahead, ifNothingChanges, refusedAhead } from './ahead.ts';
import { reasonsOf } from './refusal.ts';
import { mayRepair, repair, repairLabel } from './repair.ts';
import { useMyQueue, useQueueState } from './useQueue.ts';

const AHEAD = 'a transfer that waits will be refused';

/**
 * Shows nothing while the stock is large enough as far as this tablet knows. Shows nothing while the server answers either, because its verdict comes
 * at once.
 */
export function AheadCard({ op, onRepaired }: { op: Op; onRepaired: () => void }) {
  const { online } = useContact();
  const { ops } = useMyQueue();
  const { past } = useQueueState();
  const { data } = useQuery({
    queryKey: [AHEAD, op.key, ops.map(({ seq, state }) => `${seq}${state}`).join()],
    queryFn: async () => {
      const ahead = (await refusedAhead(ops, past)).find((one) => one.op.key === op.key) ?? null;
      return { ahead, isPossible: ahead !== null && (await mayRepair(ahead.op, null)) };
    },
    enabled: !online,
    staleTime: 0,
    // The query runs again after each attempt to send. The former text stays until the new answer, so that nothing flickers.
    placeholderData: (before, query) => (query?.queryKey[1] === op.key ? before : undefined),
  });
  if (online || !data?.ahead) return null;
  return <WillBeRefused ahead={data.ahead} isPossible={data.isPossible} onRepaired={onRepaired} />;
}

function WillBeRefused({
  ahead,
  isPossible,
  onRepaired,
}: {
  ahead: Ahead;
  isPossible: boolean;
  onRepaired: () => void;
}) {
  const [busy, setBusy] = useState(false);
  const label = repairLabel(ahead.op);
  const run = async () => {
    setBusy(true);
    try {
      if (await repair(ahead.op, null)) onRepaired();
      else toast('bad', 'This transfer changed meanwhile. Check it again.');
    } catch (error) {
      toast('bad', notSavedWords(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="mx-3 mb-3 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-field bg-wait-soft py-3 pr-3 pl-4">
      <ul className="flex min-w-0 flex-[1_1_min(14rem,100%)] flex-col gap-2">
        {reasonsOf(ahead.op).map(({ title, note }) => (
          <li key={`${title} ${note}`} className="figures min-w-0 [overflow-wrap:anywhere]">
            <p className="font-semibold text-wait">{title}</p>
            {note && <p className="text-sm">{note}</p>}
          </li>
        ))}
        <li className="figures text-sm text-ink-soft">{ifNothingChanges(Math.floor(ahead.at / 1_000))}</li>
      </ul>
      {isPossible && label !== null && (
        <Button look="primary" busy={busy} onClick={() => void run()}>
          {label}
        </Button>
      )}
    </div>
  );
}
