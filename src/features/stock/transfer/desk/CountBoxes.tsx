import type { ReactNode } from 'react';
import { DIFFERENCE_LABEL, differenceKind } from '#domain/receiving.ts';
import { REASON_LABEL, REASONS } from '#domain/transfer.ts';
import { casesText } from '#domain/units.ts';
import { classes } from '#ui/classes.ts';
import type { Counting } from '#ui/fields/useQuantity.ts';
import { BigFigure } from './LineCells.tsx';
import { CasesOrUnits } from './QuantityField.tsx';
import type { Desk } from './useDesk.ts';

interface Props {
  desk: Desk;
  /** A blind count: what was expected, and so the difference, is shown after it is counted. */
  isHidden: boolean;
  onCountIn: (to: Counting) => void;
  children: ReactNode;
}

/** In a count: what was expected, what came, and the difference with its reason. The reason is asked for, never demanded. */
export function CountBoxes({ desk, isHidden, onCountIn, children }: Props) {
  const { entry } = desk;
  const { line, caseCount, chosen } = entry;
  const quantity = entry.quantity === null ? null : (chosen?.base ?? 0) + entry.quantity;
  const expected = line?.quantity ?? 0;
  const kind = line && !isHidden ? differenceKind({ quantity: line.quantity, quantity_accepted: quantity }) : null;
  const isKnown = quantity !== null && !isHidden;
  const tone =
    kind === 'short'
      ? 'bg-bad-soft text-bad'
      : kind === null
        ? 'bg-surface-sunken text-ink-soft'
        : 'bg-wait-soft text-wait';
  const verdict = isHidden
    ? 'Blind count'
    : quantity === null
      ? 'Not counted'
      : kind === null
        ? 'All there'
        : DIFFERENCE_LABEL[kind];
  return (
    <>
      <div className="mt-3 grid grid-cols-[1fr_1fr_1fr_auto] items-stretch gap-2 @max-sm:grid-cols-3">
        <Box tone="bg-surface-sunken" label="Expected">
          {isHidden ? '–' : <BigFigure units={expected} caseCount={caseCount} isBare />}
        </Box>
        {children}
        <Box tone={tone} label={verdict} isVerdict>
          {!isKnown ? (
            '–'
          ) : kind === null ? (
            '0'
          ) : (
            <BigFigure units={Math.abs(quantity - expected)} caseCount={caseCount} isBare />
          )}
        </Box>
        <div className="flex @max-sm:col-span-3 @max-sm:justify-end">
          <CasesOrUnits shownIn={entry.shownIn} onCountIn={onCountIn} />
        </div>
      </div>
      {/* As high with reasons or without, so that no key moves. */}
      <div className="mt-2 min-h-25">
        {kind === null ? (
          <p className="pt-1 text-sm text-ink-soft">
            {isHidden
              ? 'What was expected is shown after you counted.'
              : quantity === null
                ? `Type what came. Enter takes the expected ${casesText(expected, caseCount)}.`
                : 'As expected.'}
          </p>
        ) : (
          <fieldset aria-label="Reason" className="grid grid-cols-3 gap-1">
            {REASONS.filter((one) => (kind === 'short' ? one !== 'excess' : one !== 'short')).map((one) => (
              <button
                key={one}
                type="button"
                aria-pressed={(entry.reason ?? line?.reason ?? (kind === 'short' ? 'short' : 'excess')) === one}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => entry.setReason(one)}
                className="min-h-tap rounded-field border border-line-strong/50 bg-surface px-1.5 text-sm leading-tight aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:font-semibold"
              >
                {REASON_LABEL[one]}
              </button>
            ))}
          </fieldset>
        )}
      </div>
    </>
  );
}

/** A figure with its name under it. All boxes are as high as the field of what came, so that the names stand on one line. */
function Box({
  tone,
  label,
  isVerdict = false,
  children,
}: {
  tone: string;
  label: string;
  isVerdict?: boolean;
  children: ReactNode;
}) {
  return (
    <p
      className={classes(
        'figures flex min-h-19 min-w-0 flex-col justify-between rounded-field px-2.5 pt-1.5 pb-1.5 leading-tight',
        tone,
      )}
    >
      <span className="text-2xl font-semibold leading-tight">{children}</span>
      <span className={classes('text-sm leading-tight', !isVerdict && 'text-ink-soft')}>{label}</span>
    </p>
  );
}
