import { type ReactNode, useRef } from 'react';
import { showNumber } from '#domain/number.ts';
import { type KindFacts, STEPS } from '#domain/transfer.ts';
import type { TransferHeader } from '#offline/outbox/op.ts';
import type { TransferView } from '#offline/outbox/overlay.ts';
import { Button, IconButton } from '#ui/Button.tsx';
import { classes } from '#ui/classes.ts';
import { useTitle } from '#ui/hooks/useTitle.ts';
import { RowMenu } from '#ui/list/RowMenu.tsx';
import { Steps } from '#ui/Steps.tsx';
import { Moment } from '#ui/tables/Moment.tsx';
import { returnDated } from '../../parts/lines/texts.ts';
import { SignalsItem, SignalsSwitch } from '../../scan/SignalsSwitch.tsx';
import { useCountWords } from '../countWords.ts';
import type { LastChange } from './useLastChange.ts';

interface Props {
  kind: KindFacts;
  view: TransferView;
  header: TransferHeader;
  isCount: boolean;
  /** Who else counted how many lines, in words. '' if nobody did. */
  others: string;
  /** A blind count has no button that accepts the rest as expected. */
  isBlind: boolean;
  onCount: (on: boolean) => void;
  onAcceptRest: () => void;
  onEdit: () => void;
  last: LastChange | null;
  onUndo: () => void;
  print: ReactNode;
  /** The age of the shown copy, or nothing. */
  children?: ReactNode;
}

/** The head of the desk: whose goods these are, and the buttons of the count. */
export function Head(props: Props) {
  const { kind, view, header, isCount, others, isBlind, onCount, onEdit, print, children } = props;
  const heading = useTitle();
  const printPlace = useRef<HTMLSpanElement>(null);
  const { lines } = view;
  const isOpen = lines.some((line) => line.quantity_accepted === null);
  // The officer looks for the party that is not the hub, so its name is shown.
  const isIn = kind.direction === 'in';
  const party = isIn ? header.source_name : header.destination_name;
  const isShared = others !== '' && !children;
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-b bg-surface px-6 py-1 max-lg:order-1 lg:not-short:grid lg:not-short:min-h-24 lg:not-short:grid-cols-[minmax(0,1fr)_auto] lg:not-short:content-center lg:not-short:pt-2 sm:max-lg:not-short:py-2 max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:gap-x-1 max-sm:gap-y-0 max-sm:py-1.5 max-sm:pr-2 max-sm:pl-4">
      <div className="min-w-0 flex-1 sm:basis-56 max-sm:contents lg:not-short:contents">
        {/* On a tablet in landscape the title has the whole width, and the buttons stand below. A long name ends in an ellipsis, because a third line would move the list when the buttons of a count appear. A phone shows the kind in small type, the party in at most two lines, and the hub below the buttons. An upright tablet shows the kind before the hub, so that the title stays on one line when the buttons of a count appear. */}
        <h1
          ref={heading}
          title={party}
          className="text-xl font-semibold leading-tight max-sm:text-base lg:line-clamp-2 lg:not-short:col-span-2 lg:not-short:line-clamp-1"
        >
          <span className="max-sm:block max-sm:text-sm max-sm:font-normal max-sm:text-ink-soft sm:max-lg:sr-only">
            {kind.title}
          </span>{' '}
          <span className="[overflow-wrap:anywhere] sm:max-lg:line-clamp-1 max-sm:line-clamp-2 sm:max-lg:first-letter:uppercase">
            {isIn ? 'from' : 'to'} {party}
          </span>
        </h1>
        {/* On a phone the text about colleagues replaces the hub and the number, so that nothing moves. */}
        <div className="min-w-0 max-sm:order-1 max-sm:col-span-2 max-sm:grid">
          <p className="figures text-sm leading-tight text-ink-soft max-sm:[grid-area:1/1]">
            <span className={classes(isShared && 'max-sm:opacity-0')}>
              <span aria-hidden="true" className={classes('hidden', !isCount && 'sm:max-lg:inline')}>
                {kind.title} ·{' '}
              </span>
              {isIn ? 'To' : 'From'} {isIn ? header.destination_name : header.source_name} ·{' '}
              {/* In a count, the buttons take this space. */}
              <span className={isCount ? 'max-2xl:hidden' : 'max-sm:hidden'}>
                {/* By a rule of the documents a return is dated the next day. The time of that day means nothing, so it is left out. */}
                {kind.kind === 'stock_in' ? (
                  returnDated(header.timestamp, Date.now() / 1_000)
                ) : (
                  <Moment at={header.timestamp} />
                )}{' '}
                ·{' '}
              </span>
              <span className="whitespace-nowrap">{view.ref ?? 'no number yet'}</span>
            </span>
            {kind.kind === 'stock_in' && (
              <span className="hidden max-sm:block max-sm:whitespace-normal">
                {returnDated(header.timestamp, Date.now() / 1_000)}
              </span>
            )}
          </p>
          {/* The line keeps its height, so that the list below does not move when a colleague counts or when the server stops answering. A copy's facts about others are old, so a copy shows only its age. */}
          <div className="figures flex h-[1.1rem] gap-x-3 text-sm leading-tight max-sm:contents [&>*]:truncate [&>*]:leading-tight">
            {children}
            <span
              role="status"
              aria-label="Other people"
              title={others}
              className={classes(
                'font-medium',
                Boolean(children) && 'sr-only',
                isShared ? 'max-sm:text-accent max-sm:[grid-area:1/1]' : 'max-sm:sr-only',
              )}
            >
              {others}
            </span>
          </div>
        </div>
        <div className="sr-only">
          <Steps steps={STEPS} current={1} />
        </div>
      </div>
      <div className="flex gap-2">
        {/* The space of the buttons is reserved before the first line, so that the title does not move later. */}
        <span className={lines.length > 0 ? 'contents' : 'invisible max-sm:hidden'}>
          <CountButtons {...props} isOpen={isOpen} />
        </span>
        {/* A phone has this button in a menu. The dialog of the button is outside of it. */}
        <span ref={printPlace} className="contents max-sm:[&>button]:hidden">
          {print}
        </span>
        <span className="max-sm:hidden">
          <SignalsSwitch />
        </span>
        <span className="max-sm:hidden">
          <IconButton icon="edit" label="Edit" onClick={onEdit} />
        </span>
        <span className="sm:hidden">
          <RowMenu of={kind.title} head>
            <button type="button" onClick={onEdit}>
              Edit
            </button>
            {print && (
              <button type="button" onClick={() => printPlace.current?.querySelector('button')?.click()}>
                {lines.length === 0 ? 'Discard this transfer' : 'Print'}
              </button>
            )}
            {isCount && !(isBlind && isOpen) && (
              <button type="button" onClick={() => onCount(false)}>
                Stop count
              </button>
            )}
            <SignalsItem />
          </RowMenu>
        </span>
      </div>
    </header>
  );
}

function CountButtons({
  isOpen,
  isCount,
  isBlind,
  onCount,
  onAcceptRest,
  last,
  onUndo,
}: Pick<Props, 'isCount' | 'isBlind' | 'onCount' | 'onAcceptRest' | 'last' | 'onUndo'> & {
  /** Some lines are not counted. */
  isOpen: boolean;
}) {
  const words = useCountWords();
  const taken = last?.rest !== undefined ? last : null;
  // The buttons have fixed places (decision 0361): "Stop count" takes the place of "Count", and "The rest as expected" is beside it.
  return (
    <>
      {isCount && !isBlind && (
        // The undo of the press stands in the place of its button, whose space is kept, so that nothing moves.
        <span className="relative grid">
          <span className={classes('grid', (!isOpen || taken) && 'invisible')}>
            <Button aria-label={`Accept all as ${words.expected.toLowerCase()}: ${words.rest}`} onClick={onAcceptRest}>
              <Words first="The rest" second={words.rest.replace('The rest ', '')} />
            </Button>
          </span>
          {taken && <TakenRest last={taken} onUndo={onUndo} />}
        </span>
      )}
      {/* A phone has space for the word only, and has "Stop count" in its menu. In a blind count there is no stop, because stopping would reveal the expected quantities. */}
      <span
        className={classes(
          'grid sm:min-w-26',
          isCount ? 'max-sm:hidden' : 'max-sm:[&_svg]:hidden',
          isCount && isBlind && isOpen && 'invisible',
        )}
      >
        {isCount ? (
          <Button aria-label="Stop count" onClick={() => onCount(false)}>
            <Words first="Stop" second="count" />
          </Button>
        ) : (
          <Button icon="count" aria-label="Start count: Count" onClick={() => onCount(true)}>
            Count
          </Button>
        )}
      </span>
    </>
  );
}

/** "Undo, 10 accepted", in the place of the button that accepted them. */
function TakenRest({ last: { words, rest = 0, isGoing }, onUndo }: { last: LastChange; onUndo: () => void }) {
  return (
    <span className="absolute inset-0 grid whitespace-nowrap">
      <Button aria-label={isGoing ? words : `Undo: ${words}`} busy={isGoing === true} onClick={onUndo}>
        {isGoing ? (
          <Words first="Taking" second="it back…" />
        ) : (
          <Words first="Undo" second={`${showNumber(rest)} accepted`} />
        )}
      </Button>
    </span>
  );
}

/**
 * A wide tablet has both words in one line. A smaller window in landscape and a phone have the second word below the first, so that the title keeps
 * its width.
 */
const Words = ({ first, second }: { first: string; second: string }) => (
  <span className="-mx-1 text-sm leading-tight sm:max-lg:whitespace-nowrap xl:whitespace-nowrap">
    {first} <span className="max-sm:block lg:max-xl:block">{second}</span>
  </span>
);
