import type { ReactNode } from 'react';
import { DIFFERENCE_LABEL, differenceKind } from '#domain/receiving.ts';
import { REASON_LABEL, REASONS } from '#domain/transfer.ts';
import { classes } from '#ui/classes.ts';
import { CasesOrUnits } from './QuantityField.tsx';
import type { Desk } from './useDesk.ts';

interface Props {
  desk: Desk;
  /** A blind count: what was expected, and so the difference, is shown after it is counted. */
  isHidden: boolean;
  children: ReactNode;
}

/** In a count: what was expected, what came, and the difference with its reason. The reason is asked for, never demanded. */
export function CountBoxes({ desk, isHidden, children }: Props) {
  const { entry } = desk;
  const { line, caseCount } = entry;
  const quantity = entry.quantity === null ? null : (entry.chosen?.base ?? 0) + entry.quantity;
  const kind = line && !isHidden ? differenceKind({ quantity: line.quantity, quantity_accepted: quantity }) : null;
  const box = 'figures min-w-0 rounded-field px-2.5 py-1.5 leading-tight';
  const tone =
    kind === 'short'
      ? 'bg-bad-soft text-bad'
      : kind === null
        ? 'bg-surface-sunken text-ink-soft'
        : 'bg-wait-soft text-wait';
  return (
    <>
      <div className="mt-3 grid grid-cols-[1fr_1fr_1fr_auto] items-stretch gap-2 max-sm:grid-cols-3">
        <p className={classes(box, 'bg-surface-sunken')}>
          <span className="block text-2xl font-semibold leading-tight">
            {isHidden ? '–' : shortCases(line?.quantity ?? 0, caseCount)}
          </span>
          <span className="text-sm text-ink-soft">Expected</span>
        </p>
        {children}
        <p className={classes(box, tone)}>
          <span className="block text-2xl font-semibold leading-tight">
            {quantity === null || isHidden
              ? '–'
              : kind === null
                ? '0'
                : shortCases(Math.abs(quantity - (line?.quantity ?? 0)), caseCount)}
          </span>
          <span className="text-sm">
            {isHidden
              ? 'Blind count'
              : quantity === null
                ? 'Not counted'
                : kind === null
                  ? 'All there'
                  : DIFFERENCE_LABEL[kind]}
          </span>
        </p>
        <div className="flex max-sm:col-span-3 max-sm:justify-end">
          <CasesOrUnits desk={desk} />
        </div>
      </div>
      <div className="mt-2 flex h-12 items-center">
        <fieldset aria-label="Reason" className="flex min-w-0 flex-1 gap-1 overflow-x-auto">
          {kind === null
            ? null
            : REASONS.filter((one) => (kind === 'short' ? one !== 'excess' : one !== 'short')).map((one) => (
                <button
                  key={one}
                  type="button"
                  aria-pressed={(entry.reason ?? line?.reason ?? (kind === 'short' ? 'short' : 'excess')) === one}
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => entry.setReason(one)}
                  className="min-h-tap shrink-0 rounded-field border border-line-strong/50 bg-surface px-3 text-sm aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:font-semibold"
                >
                  {REASON_LABEL[one]}
                </button>
              ))}
        </fieldset>
      </div>
    </>
  );
}

/** "4", or "4 + 6 units" where single units are left over. */
function shortCases(units: number, caseCount: number): string {
  const cases = Math.floor(units / caseCount);
  const rest = units % caseCount;
  return rest === 0 ? cases.toLocaleString('en-NG') : `${cases.toLocaleString('en-NG')} + ${rest}u`;
}
