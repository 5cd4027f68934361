import { useMemo } from 'react';
import type { SavedAnswer } from '#client/reads/queries.ts';
import type { Work } from '#contract/home/workCalls.ts';
import { Link } from '#crud/Link.tsx';
import { useSession } from '#crud/query/useSession.ts';
import { KINDS, type KindFacts, type WizardKind } from '#domain/transfer.ts';
import { classes } from '#ui/classes.ts';
import { useMyQueue, useQueueState } from '../../stock/parts/queue/useQueue.ts';
import { TransferMark } from './KindMark.tsx';
import { type OpenOfKind, type OwnTransfer, openByKind } from './ownWork.ts';

const WAITS: Record<WizardKind, { text: string }> = {
  shipment_in: { text: 'expected' },
  stock_out: { text: 'to issue' },
  stock_in: { text: 'expected back' },
  shipment_out: { text: 'planned' },
};
/** "1 expected, 2 begun", in the words of the first screen of the kind. If only one of the numbers is above 0, an element of its own shows that number. */
export function waitsText(kind: WizardKind, { announced, begun }: OpenOfKind): string {
  if (begun === 0) return WAITS[kind].text;
  return announced === 0 ? BEGUN.text : `${announced} ${WAITS[kind].text}, ${begun} ${BEGUN.text}`;
}
const BEGUN = { text: 'started' };
const NONE: OpenOfKind = { announced: 0, begun: 0 };

const ORDER: readonly WizardKind[] = ['shipment_in', 'stock_out', 'stock_in', 'shipment_out'];

/** The transfers that the person may make, each with the number of open ones. The filled card is the next step. */
export function Transfers({ open }: { open: Readonly<Record<string, OpenOfKind>> | undefined }) {
  const allOf = ({ kind }: KindFacts) => (open?.[kind]?.announced ?? 0) + (open?.[kind]?.begun ?? 0);
  const { profile } = useSession();
  const kinds = ORDER.map((kind) => KINDS[kind]).filter((kind) => profile?.permissions.includes(kind.permission));
  if (kinds.length === 0) return null;
  // The filled card is the first kind with open transfers. Without open transfers the first card is filled.
  const next =
    open &&
    Math.max(
      0,
      kinds.findIndex((kind) => allOf(kind) > 0),
    );
  return (
    <section aria-label="Transfers" className="grid grid-cols-2 gap-4 lg:grid-cols-4">
      {kinds.map((kind, index) => {
        const many = allOf(kind);
        const of = open?.[kind.kind] ?? NONE;
        return (
          <Link
            key={kind.kind}
            to={`/inventory/${kind.type}/${kind.direction}`}
            className={classes(
              'flex h-36 min-w-0 flex-col justify-between rounded-card border p-4 shadow-card transition-colors sm:p-5',
              index === next
                ? 'border-transparent bg-accent text-accent-ink hover:bg-accent-strong'
                : 'bg-surface hover:border-accent',
            )}
          >
            <span className="flex items-start justify-between">
              <span
                className={classes(
                  'grid size-11 place-items-center rounded-field',
                  index === next ? 'bg-accent-ink/20' : 'bg-accent-soft text-accent',
                )}
              >
                <TransferMark kind={kind.kind} size={24} />
              </span>
              <span aria-hidden="true" className="figures h-10 text-4xl leading-10 font-semibold">
                {open && many}
              </span>
            </span>
            <span>
              <span className="block font-semibold max-sm:leading-5 sm:truncate sm:text-lg sm:leading-6">
                {kind.title}
              </span>
              <span className={classes('block h-5 truncate text-sm leading-5', index !== next && 'text-ink-soft')}>
                {open && (
                  <>
                    {(of.announced === 0 || of.begun === 0) && <span className="sr-only">{many} </span>}
                    {waitsText(kind.kind, of)}
                  </>
                )}
              </span>
            </span>
          </Link>
        );
      })}
    </section>
  );
}

/** The text with the number of open transfers. Undefined until the answer arrives. */
export function useTiles(work: SavedAnswer<Work[]> | undefined, own: readonly OwnTransfer[]) {
  const { ops } = useMyQueue();
  const { past } = useQueueState();
  const me = useSession().profile?.user_id;
  return useMemo(
    () =>
      work &&
      openByKind(
        { work: work.data, at: work.at },
        own,
        ops,
        past.filter(({ op }) => op.user_id === me),
      ),
    [work, own, ops, past, me],
  );
}
