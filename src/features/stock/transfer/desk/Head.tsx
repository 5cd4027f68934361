import type { ReactNode } from 'react';
import { type KindFacts, STEPS } from '#domain/transfer.ts';
import type { TransferHeader } from '#offline/outbox/op.ts';
import type { LineView, TransferView } from '#offline/outbox/overlay.ts';
import { Button, IconButton } from '#ui/Button.tsx';
import { useTitle } from '#ui/hooks/useTitle.ts';
import { Steps } from '#ui/Steps.tsx';
import { Moment } from '#ui/tables/Moment.tsx';
import { lineTexts } from '../../parts/lines/texts.ts';

interface Props {
  kind: KindFacts;
  view: TransferView;
  header: TransferHeader;
  isCount: boolean;
  /** Nobody takes the rest as expected in a blind count. */
  isBlind: boolean;
  onCount: (on: boolean) => void;
  onAcceptRest: () => void;
  onEdit: () => void;
  print: ReactNode;
  /** The age of the shown copy. */
  children?: ReactNode;
}

/** Whose goods these are, and the count. */
export function Head({ kind, view, header, isCount, isBlind, onCount, onAcceptRest, onEdit, print, children }: Props) {
  const heading = useTitle();
  const { lines } = view;
  // The party that is not the hub is the one that the officer looks for.
  const isIn = kind.direction === 'in';
  const party = isIn ? header.source_name : header.destination_name;
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-b bg-surface px-6 py-3 max-lg:order-1 max-sm:px-4">
      <div className="min-w-0 flex-1 basis-56">
        <h1 ref={heading} className="text-xl font-semibold leading-tight">
          {kind.title}{' '}
          <span className="[overflow-wrap:anywhere]">
            {isIn ? 'from' : 'to'} {party}
          </span>
        </h1>
        <p className="figures text-sm text-ink-soft">
          {isIn ? 'To' : 'From'} {isIn ? header.destination_name : header.source_name} ·{' '}
          <Moment at={header.timestamp} /> · {view.ref ?? lineTexts.numberFollows}
        </p>
        <div className="sr-only">
          <Steps steps={STEPS} current={1} />
        </div>
        {children}
      </div>
      <div className="flex gap-1">
        {lines.length > 0 && <CountButtons lines={lines} {...{ isCount, isBlind, onCount, onAcceptRest }} />}
        {print}
        <IconButton icon="edit" label="Edit" onClick={onEdit} />
      </div>
    </header>
  );
}

function CountButtons({
  lines,
  isCount,
  isBlind,
  onCount,
  onAcceptRest,
}: Pick<Props, 'isCount' | 'isBlind' | 'onCount' | 'onAcceptRest'> & { lines: readonly LineView[] }) {
  const isOpen = lines.some((line) => line.quantity_accepted === null);
  if (!isCount)
    return (
      <Button icon="check" aria-label="Start count: Count" onClick={() => onCount(true)}>
        Count
      </Button>
    );
  if (isOpen && isBlind) return null;
  return isOpen ? (
    <Button aria-label="Accept all as expected: The rest as expected" onClick={onAcceptRest}>
      The rest as expected
    </Button>
  ) : (
    <Button aria-label="Stop count: Counted" onClick={() => onCount(false)}>
      Counted
    </Button>
  );
}
