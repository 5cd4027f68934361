import { Fragment, type ReactNode } from 'react';
import type { LineState } from '#domain/lineWords.ts';
import { NO_VALUE } from '#domain/locale.ts';
import { showNaira } from '#domain/money.ts';
import { DIFFERENCE_LABEL, differenceKind } from '#domain/receiving.ts';
import { movedQuantity } from '#domain/transfer.ts';
import { casesText } from '#domain/units.ts';
import type { LineView } from '#offline/outbox/overlay.ts';
import { classes } from '#ui/classes.ts';
import { Badge, type Tone } from '#ui/feedback/Badge.tsx';
import { Icon, type IconName } from '#ui/Icon.tsx';
import { useCountWords } from '../countWords.ts';
import { isBegun, stateWords } from './deskLines.ts';

/** Large figures that can be read at arm's length: "8" with the word "cases" for screen readers, or "1 case 4 units". */
/** `amount`: the value of the moved goods in kobo (decision 0334). */
export function Figures({ line, amount }: { line: LineView; amount: number }) {
  const moved = movedQuantity(line);
  const worth = amount === 0 && moved > 0 ? 'No price' : showNaira(amount);
  const { expected } = useCountWords();
  const isDifferent = line.quantity_accepted !== null && line.quantity_accepted !== line.quantity;
  return (
    <>
      <td className="figures px-2 text-right">
        <BigFigure units={moved} caseCount={line.case_count} />
        {isDifferent && (
          <span className="block text-sm text-wait">
            {/* "1 case of 3" is on one line, so that the row keeps its height. */}
            of <Pieces units={line.quantity} caseCount={line.case_count} isBare={isInCases(line)} />
            <span className="sr-only"> {expected.toLowerCase()}</span>
          </span>
        )}
      </td>
      <td
        className={classes(
          'figures px-2 text-right whitespace-nowrap text-ink-soft @max-2xl:hidden',
          // A long amount is smaller, and never wraps.
          worth.length > 14 ? 'text-xs' : worth.length > 11 && 'text-sm',
        )}
      >
        {worth}
      </td>
    </>
  );
}

/** Whether the expected and the counted quantity are whole cases. */
const isInCases = ({ quantity, quantity_accepted, case_count }: LineView): boolean =>
  quantity % case_count === 0 && (quantity_accepted ?? 0) % case_count === 0;

/** "2 cases 8 units", which wraps only between the two. `isBare`: a whole number of cases, whose word is for screen readers only. */
function Pieces({ units, caseCount, isBare = false }: { units: number; caseCount: number; isBare?: boolean }) {
  if (isBare) {
    const [figure, word] = casesText(units, caseCount).split(' ');
    return (
      <>
        {figure}
        <span className="sr-only"> {word}</span>
      </>
    );
  }
  const words = casesText(units, caseCount).split(/ (?=\d)/);
  return words.map((piece, place) => (
    <Fragment key={piece}>
      {place > 0 && ' '}
      {/* A long figure may wrap, but not between its digits. */}
      <span className={piece.length > 9 ? '' : 'whitespace-nowrap'}>{piece}</span>
    </Fragment>
  ));
}

interface BigFigureProps {
  units: number;
  caseCount: number;
  /** The word "cases" is for screen readers only. */
  isBare?: boolean;
  /** The word is shown even in a narrow list, because the figure beside it has another unit. */
  isNamed?: boolean;
  /** The figure is in a field of a count's row, and keeps the height of the row. */
  isField?: boolean;
}

export function BigFigure({ units, caseCount, isBare, isNamed, isField = false }: BigFigureProps) {
  const words = casesText(units, caseCount);
  const whole = /^([\d,]+) (cases?)$/.exec(words);
  if (!whole)
    return (
      <span className={classes('font-semibold', isBare ? 'block text-base leading-none' : 'text-lg leading-tight')}>
        <Pieces units={units} caseCount={caseCount} />
      </span>
    );
  // A long figure is smaller in a narrow list, and never wraps.
  const digits = (whole[1] ?? '').length;
  const small = digits > 5 ? '@max-2xl:text-base' : digits > 4 ? '@max-2xl:text-xl' : '';
  // The word is beside the figure on one line, so a long figure is smaller in a wide list too.
  const inField =
    digits > 7
      ? 'text-sm'
      : digits > 5
        ? 'text-base'
        : digits > 4
          ? 'text-lg'
          : digits > 3
            ? 'text-xl'
            : digits > 2
              ? 'text-2xl'
              : 'text-[1.75rem]';
  return (
    <>
      <span
        className={classes(
          'whitespace-nowrap',
          isBare
            ? digits > 4
              ? 'text-lg'
              : digits > 3 && 'text-2xl'
            : classes('font-semibold leading-none', isField ? inField : classes('text-[1.75rem]', small)),
        )}
      >
        {whole[1]}
      </span>
      <span
        className={
          isBare
            ? 'sr-only'
            : classes(
                'text-sm text-ink-soft',
                !isNamed && (isField ? '@max-2xl:sr-only' : '@max-2xl:block @max-2xl:leading-none'),
              )
        }
      >
        {' '}
        {whole[2]}
      </span>
    </>
  );
}

interface CountedProps {
  line: LineView;
  /** True: the expected quantity is hidden. */
  isHidden: boolean;
  isChosen: boolean;
  /** The counted quantity in units. Null: not counted. */
  came: number | null;
}

/** The expected and the counted quantity, and the difference in words and colour. */
export function Counted(props: CountedProps) {
  const { line, isChosen, came } = props;
  return (
    <>
      <td className="figures px-2 text-right text-sm text-ink-soft @max-2xl:hidden">
        {/* The next cell says in words that the product was not expected. */}
        {line.quantity === 0 && !props.isHidden ? NO_VALUE : <Expected {...props} />}
      </td>
      <td className="px-2">
        <span
          className={classes(
            'figures flex min-h-tap items-center justify-end rounded-field border px-1.5 text-right leading-tight',
            isChosen ? 'border-2 border-accent bg-surface' : came === null ? 'bg-surface' : 'bg-surface-sunken',
          )}
        >
          <span>
            {came !== null && (
              // Beside an expected "9 units", a bare 7 (cases) would look like two units too few. So the word is shown.
              <BigFigure
                isField
                units={came}
                caseCount={line.case_count}
                isNamed={line.quantity % line.case_count !== 0}
              />
            )}
          </span>
        </span>
      </td>
      <td className="pl-2 text-sm @max-2xl:hidden">
        <Verdict {...props} />
      </td>
    </>
  );
}

/** For a narrow list: the expected quantity and the difference in one line below the name. */
export function CountedBelow({ children, ...props }: CountedProps & { children: ReactNode }) {
  return (
    <div className="figures mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-soft @2xl:hidden">
      <span>
        {!props.isHidden && props.line.quantity > 0 && 'of '}
        <Expected {...props} />
      </span>
      <Verdict {...props} />
      {children}
    </div>
  );
}

function Expected({ line, isHidden }: CountedProps) {
  const { expected } = useCountWords();
  if (isHidden) return <span className="text-sm text-ink-faint">Hidden</span>;
  return line.quantity === 0 ? (
    `Not ${expected.toLowerCase()}`
  ) : (
    <Pieces units={line.quantity} caseCount={line.case_count} />
  );
}

function Verdict({ line, isHidden, isChosen, came }: CountedProps) {
  const { right, expected } = useCountWords();
  const kind = differenceKind({ quantity: line.quantity, quantity_accepted: came });
  if (came === null || isHidden) return <span className="text-ink-soft">Not counted</span>;
  if (kind === null)
    return (
      <span className="flex items-center gap-1.5 text-ink-soft">
        <Icon name="check" size={16} /> {right}
      </span>
    );
  if (kind === 'unexpected') return <Badge tone="wait">Not {expected.toLowerCase()}</Badge>;
  return (
    <span
      className={classes(
        'inline-block rounded-card border px-2 py-0.5 text-[0.8125rem] font-semibold leading-snug',
        kind === 'short' && isChosen && isBegun(came, line.quantity, line.case_count)
          ? 'text-ink-soft'
          : kind === 'short'
            ? 'border-bad/20 bg-bad-soft text-bad'
            : 'border-wait/25 bg-wait-soft text-wait',
      )}
    >
      <Pieces units={Math.abs(came - line.quantity)} caseCount={line.case_count} />{' '}
      {DIFFERENCE_LABEL[kind].toLowerCase()}
    </span>
  );
}

/** The states in which a person must act, which are shown as badges. All other states are shown as a dot. */
const LOOK: Partial<Record<LineState, { tone: Tone; icon: IconName }>> = {
  unsaved: { tone: 'bad', icon: 'alert' },
  attention: { tone: 'bad', icon: 'alert' },
  conflict: { tone: 'bad', icon: 'swap' },
};

/** The line is only on this tablet. The dot is a ring until the line is on the disk. */
const SavedDot = ({ state }: Pick<LineView, 'state'>) => (
  <span
    aria-hidden="true"
    className={classes(
      'ml-1 inline-block size-2 rounded-full border-2 border-wait align-[0.1em]',
      state !== 'saving' && 'bg-wait',
    )}
  />
);

/** The state of a line: a dot while only this tablet has the line, a badge if a person must act. Screen readers always read the words. */
export function State({ line }: { line: LineView }) {
  const words = stateWords(line);
  const look = LOOK[line.state];
  if (look)
    return (
      <span title={words.long} className="ml-1 inline-block">
        <Badge {...look}>{words.short}</Badge>
      </span>
    );
  return (
    <span title={words.long} className="whitespace-nowrap">
      {/* A line that waits to be counted has no change of the person, so it has no dot. */}
      {line.state !== 'sent' && line.quantity_accepted !== null && <SavedDot state={line.state} />}
      <span className="sr-only">{words.short}</span>
    </span>
  );
}
