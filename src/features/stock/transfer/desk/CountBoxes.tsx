import type { ReactNode } from 'react';
import { NO_VALUE } from '#domain/locale.ts';
import { BACK_REASONS, differenceKind, keptReason, reasonsFor, writtenReason } from '#domain/receiving.ts';
import { REASON_LABEL, type REASONS } from '#domain/transfer.ts';
import { casesText } from '#domain/units.ts';
import { classes } from '#ui/classes.ts';
import type { Counting } from '#ui/fields/useQuantity.ts';
import { isSpoilt } from '../../parts/lines/reasons.ts';
import { lineTexts } from '../../parts/lines/texts.ts';
import { differenceLabel, useCountWords } from '../countWords.ts';
import { isBegun } from './deskLines.ts';
import { BigFigure } from './LineCells.tsx';
import { CasesOrUnits } from './QuantityField.tsx';
import type { DeskState } from './useDesk.ts';

interface Props {
  desk: DeskState;
  /** A blind count: the expected quantity and the difference are hidden until the line is counted. */
  isHidden: boolean;
  /** The goods go back, so the reason is asked even without a difference. */
  isBack: boolean;
  onCountIn: (to: Counting) => void;
  /** Why the typed text is no quantity. Null: nothing is wrong. The text stands in the place of the reasons, so that nothing moves. */
  error: string | null;
  /** The facts about the line. They stand left of Cases and Units if the boxes leave no space beside them. */
  beside: ReactNode;
  children: ReactNode;
}

/** The boxes of a count: the expected quantity, the counted quantity, and the difference with its reason. The reason is optional. */
export function CountBoxes({ desk, isHidden, isBack, onCountIn, error, beside, children }: Props) {
  const { entry } = desk;
  const words = useCountWords();
  const { line, caseCount, total: quantity } = entry;
  const expected = line?.quantity ?? 0;
  const kind = line && !isHidden ? differenceKind({ quantity: line.quantity, quantity_accepted: quantity }) : null;
  const isKnown = quantity !== null && !isHidden;
  const tone =
    kind === 'short' && !isBegun(quantity ?? 0, expected, caseCount)
      ? 'bg-bad-soft text-bad'
      : kind === null || kind === 'short'
        ? 'bg-surface-sunken text-ink-soft'
        : 'bg-wait-soft text-wait';
  const verdict = isHidden
    ? 'Blind count'
    : quantity === null
      ? 'Not counted'
      : kind === null
        ? words.right
        : differenceLabel(kind, words);
  return (
    <>
      <div className="mt-1 grid max-sm:order-1 max-sm:mt-3 grid-cols-[1fr_1fr_1fr_auto] items-stretch gap-2 @max-sm:grid-cols-3">
        <Box tone="bg-surface-sunken" label={words.expected}>
          {isHidden ? NO_VALUE : <BigFigure units={expected} caseCount={caseCount} isBare />}
        </Box>
        {children}
        <Box tone={tone} label={verdict} isVerdict>
          {!isKnown ? (
            NO_VALUE
          ) : kind === null ? (
            '0'
          ) : (
            <BigFigure units={Math.abs(quantity - expected)} caseCount={caseCount} isBare />
          )}
        </Box>
        <div className="flex items-center gap-2 @max-sm:col-span-3 @max-sm:justify-end">
          <div className="hidden min-w-0 flex-1 text-sm leading-tight @max-sm:block">{beside}</div>
          <CasesOrUnits shownIn={entry.shownIn} onCountIn={onCountIn} />
        </div>
      </div>
      {/* On an upright tablet the height is the same with and without reasons, so that no key moves. */}
      <div className="mt-1 lg:not-short:mt-2 sm:max-lg:not-short:min-h-26">
        {isBack && <WhyBack entry={entry} />}
        {error !== null ? (
          <p role="alert" className="pt-1 text-sm font-medium leading-tight text-bad">
            {error}
          </p>
        ) : isBack && !isHidden ? null : kind === null ? (
          <p className="pt-1 text-sm text-ink-soft max-sm:sr-only short:hidden">
            {isHidden
              ? 'What was expected is shown after you counted.'
              : quantity === null
                ? `${words.type} “${words.right}” takes the ${words.expected.toLowerCase()} ${casesText(expected, caseCount)}.`
                : `As ${words.expected.toLowerCase()}.`}
          </p>
        ) : (
          <Reasons
            reasons={reasonsFor(kind)}
            value={
              entry.reason ??
              writtenReason({ quantity: expected, quantity_accepted: quantity }, line?.reason ?? null, false)
            }
            onChange={entry.setReason}
          />
        )}
      </div>
    </>
  );
}

/** A figure with its name below. All boxes are as high as the field of the counted quantity, so that the names are on one line. */
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
        'figures flex min-h-19 min-w-0 flex-col sm:max-lg:not-short:min-h-17 justify-between rounded-field px-2.5 pt-1.5 pb-1.5 leading-tight',
        tone,
      )}
    >
      <span className="text-[1.75rem] font-semibold leading-none">{children}</span>
      <span className={classes('text-sm leading-tight', !isVerdict && 'text-ink-soft')}>{label}</span>
    </p>
  );
}

/** Asks why the goods go back. A second press on a reason clears it. The heading says what happens to goods that nobody can sell. */
export function WhyBack({ entry }: { entry: DeskState['entry'] }) {
  const value = entry.reason ?? keptReason(entry.line?.reason ?? null) ?? '';
  const { why, spoilt } = useCountWords();
  const isShown = spoilt !== '' && isSpoilt(value);
  return (
    // On a tablet in landscape the reasons are at the foot of the card, whatever is above.
    <div className="mt-2 lg:not-short:mt-auto">
      <p
        role="status"
        aria-label="What becomes of it"
        className={classes('mb-1 text-sm leading-tight short:hidden', isShown ? 'font-medium' : 'text-ink-soft')}
      >
        {isShown ? spoilt : why}
      </p>
      <Reasons
        isRow
        reasons={BACK_REASONS}
        value={value}
        onChange={(reason) => entry.setReason(reason === value ? '' : reason)}
      />
    </div>
  );
}

interface ReasonsProps {
  reasons: readonly (typeof REASONS)[number][];
  /** The pressed reason. '' if "No reason given" is pressed. Null and undefined: nothing is pressed. */
  value: string | null | undefined;
  onChange: (reason: string) => void;
  /** The reasons are in one line. */
  isRow?: boolean;
  /** Adds a button that says that there is no reason. */
  hasNone?: boolean;
  label?: string;
}

/** The reasons as buttons. They do not take the focus, so that digits still go to the figure. */
export function Reasons({ reasons, value, onChange, isRow = false, hasNone = false, label = 'Reason' }: ReasonsProps) {
  return (
    <fieldset
      aria-label={label}
      className={classes(
        'grid gap-2',
        !isRow ? 'grid-cols-3' : hasNone ? 'grid-cols-5 max-sm:grid-cols-2' : 'grid-cols-4',
      )}
    >
      {[...reasons, ...(hasNone ? ([''] as const) : [])].map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={value === one}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChange(one)}
          className={classes(
            'min-h-tap rounded-field border border-line-strong/50 bg-surface px-1 text-sm leading-tight max-sm:px-0 max-sm:text-[0.8125rem] aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:font-semibold',
            one === '' && 'max-sm:col-span-2',
          )}
        >
          {one === '' ? lineTexts.noReasonGiven : REASON_LABEL[one]}
        </button>
      ))}
    </fieldset>
  );
}
