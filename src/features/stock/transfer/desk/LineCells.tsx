import { showNaira } from '#domain/money.ts';
import { DIFFERENCE_LABEL, differenceKind } from '#domain/receiving.ts';
import { movedQuantity } from '#domain/transfer.ts';
import { casesText } from '#domain/units.ts';
import type { LineView } from '#offline/outbox/overlay.ts';
import { classes } from '#ui/classes.ts';
import { Badge } from '#ui/feedback/Badge.tsx';
import { Icon } from '#ui/Icon.tsx';

/** Large figures, read at arm's length: "8" with the word for screen readers, "1 case 4 units" where units are left over. */
export function Figures({ line }: { line: LineView }) {
  const moved = movedQuantity(line);
  const isDifferent = line.quantity_accepted !== null && line.quantity_accepted !== line.quantity;
  return (
    <>
      <td className="figures px-2 text-right">
        <BigFigure units={moved} caseCount={line.case_count} />
        {isDifferent && (
          <span className="block text-sm text-wait">of {casesText(line.quantity, line.case_count)} expected</span>
        )}
      </td>
      <td className="figures px-2 text-right text-ink-soft max-sm:hidden">{showNaira(line.amount)}</td>
    </>
  );
}

function BigFigure({ units, caseCount }: { units: number; caseCount: number }) {
  const words = casesText(units, caseCount);
  const whole = /^([\d,]+) (cases?)$/.exec(words);
  return whole ? (
    <>
      <span className="text-[1.75rem] font-semibold leading-none">{whole[1]}</span>
      <span className="text-sm text-ink-soft"> {whole[2]}</span>
    </>
  ) : (
    <span className="text-lg font-semibold leading-tight">{words}</span>
  );
}

interface CountedProps {
  line: LineView;
  /** What was expected is not shown. */
  isHidden: boolean;
  isChosen: boolean;
  /** What is typed for it, in units; null: nothing. */
  typed: number | null;
}

/** What was expected, what came, and the difference in words and colour. */
export function Counted({ line, isHidden, isChosen, typed }: CountedProps) {
  const accepted = typed ?? line.quantity_accepted;
  const kind = differenceKind({ quantity: line.quantity, quantity_accepted: accepted });
  return (
    <>
      <td className="figures px-2 text-right text-ink-soft">
        {isHidden ? (
          <span className="text-sm text-ink-faint">Hidden</span>
        ) : line.quantity === 0 ? (
          'Not expected'
        ) : (
          casesText(line.quantity, line.case_count)
        )}
      </td>
      <td className="px-2">
        <span
          className={classes(
            'figures flex min-h-tap items-center justify-end rounded-field border px-2 text-right leading-tight',
            isChosen ? 'border-2 border-accent bg-surface' : accepted === null ? 'bg-surface' : 'bg-surface-sunken',
          )}
        >
          <span>{accepted !== null && <BigFigure units={accepted} caseCount={line.case_count} />}</span>
        </span>
      </td>
      <td className="px-2 text-sm">
        {accepted === null || isHidden ? (
          <span className="text-ink-soft">Not counted</span>
        ) : kind === null ? (
          <span className="flex items-center gap-1.5 text-ink-soft">
            <Icon name="check" size={16} /> All there
          </span>
        ) : kind === 'unexpected' ? (
          <Badge tone="wait">{DIFFERENCE_LABEL.unexpected}</Badge>
        ) : (
          <Badge tone={kind === 'short' ? 'bad' : 'wait'}>
            {casesText(Math.abs(accepted - line.quantity), line.case_count)} {DIFFERENCE_LABEL[kind].toLowerCase()}
          </Badge>
        )}
      </td>
    </>
  );
}
