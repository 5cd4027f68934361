import { useEffect, useState } from 'react';
import { Link } from '#crud/Link.tsx';
import { useSession } from '#crud/query/useSession.ts';
import { plural } from '#domain/plural.ts';
import { type StoredHalf, storedHalves } from '#offline/handover/readPapers.ts';
import { theQueue } from '#offline/queue.ts';
import { Card } from '#ui/Card.tsx';
import { Icon } from '#ui/Icon.tsx';
import { momentText } from '#ui/when.ts';
import { useQueueState } from '../parts/queue/useQueue.ts';

/** The handovers that this person took on this tablet in the last week, so that the answer can be shown again. */
export function TakenHere() {
  const me = useSession().profile?.user_id;
  const queue = useQueueState();
  const [halves, setHalves] = useState<StoredHalf<'take'>[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at again when the queue changed.
  useEffect(() => {
    let over = false;
    void storedHalves(theQueue().store, 'take').then(
      (found) => over || setHalves(found.filter(({ op }) => op.user_id === me)),
      () => undefined,
    );
    return () => {
      over = true;
    };
  }, [me, queue]);
  if (halves.length === 0) return null;
  return (
    <Card label="Taken over on this tablet">
      <h2 className="text-lg font-semibold">Taken over on this tablet</h2>
      <ul className="divide-y">
        {halves.map(({ op, isSent }) => {
          const { transfer, giver_name, goods } = op.payload.about;
          return (
            <li key={op.key}>
              <Link to="/handovers" search={{ taken: transfer }} className="flex min-h-14 items-center gap-3 py-2">
                <Icon name={isSent ? 'check' : 'clock'} className={isSent ? 'text-good' : 'text-wait'} />
                <span className="min-w-0 flex-1">
                  <span className="block font-medium">
                    {giver_name}, {plural(goods.lines.length, '# product', '# products')}
                  </span>
                  <span className="block text-sm text-ink-soft">
                    {goods.header.source_name}, {momentText(Math.floor(op.saved_at / 1_000))}
                  </span>
                </span>
                <Icon name="next" />
              </Link>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
