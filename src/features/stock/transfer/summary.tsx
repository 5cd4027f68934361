import { showNaira } from '#domain/money.ts';
import { plural } from '#domain/plural.ts';
import {
  BACK_REASONS,
  type CountDifference,
  type DifferenceGroup,
  type DifferenceKind,
  type Discrepancies,
  keptReason,
  reasonsFor,
} from '#domain/receiving.ts';
import { comesBack, REASON_LABEL, type TransferKind } from '#domain/transfer.ts';
import { casesText, sizeText } from '#domain/units.ts';
import type { LineView } from '#offline/outbox/overlay.ts';
import { classes } from '#ui/classes.ts';
import { Notice } from '#ui/feedback/States.tsx';
import { inputClasses } from '#ui/fields/Field.tsx';
import { whyLabel } from '../parts/lines/reasons.ts';
import { lineTexts } from '../parts/lines/texts.ts';
import { differenceLabel, useCountWords } from './countWords.ts';

const TONE: Record<DifferenceKind, string> = { short: 'text-bad', over: 'text-wait', unexpected: 'text-wait' };
const signed = (kobo: number) => (kobo > 0 ? `+${showNaira(kobo)}` : showNaira(kobo));

interface ReasonProps {
  /** The chosen reasons by product id. */
  reasons: ReadonlyMap<string, string>;
  /** The lines of goods that go back. The dialog asks their reason in another place. */
  needReason: readonly LineView[];
  onReason: (productId: string, reason: string) => void;
}

/**
 * The differences from the expected quantities, in the confirmation dialog: each kind in large type, and below it its products with their reasons.
 */
export function TransferSummary({
  kind,
  comparison,
  isNothingCounted,
  isAllThere,
  ...reasons
}: ReasonProps & {
  kind: TransferKind;
  comparison: Discrepancies<LineView>;
  /** No line was counted, so the sentence is no warning. */
  isNothingCounted: boolean;
  /** The person said on the first screen that everything is there. */
  isAllThere: boolean;
}) {
  const words = useCountWords();
  return (
    <>
      {comparison.groups.length > 0 && (
        <section aria-label="Discrepancies">
          <ul className="divide-y border-y">
            {comparison.groups.map((group) => (
              <Group
                key={group.kind}
                group={group}
                kind={kind}
                of={comparison.differences.filter((one) => one.kind === group.kind)}
                isAlone={comparison.differences.length === 1}
                {...reasons}
              />
            ))}
          </ul>
        </section>
      )}
      {comparison.uncounted > 0 && (
        <Notice tone={isNothingCounted ? 'quiet' : 'wait'} icon={isNothingCounted ? 'check' : 'alert'}>
          {isAllThere && isNothingCounted
            ? plural(comparison.uncounted, 'The product moves', 'All # products move')
            : plural(
                comparison.uncounted,
                '# product was not counted. It moves',
                '# products were not counted. They move',
              )}{' '}
          as {words.expected.toLowerCase()}.
        </Notice>
      )}
    </>
  );
}

/** "2 cases short", and its products. A single product does not repeat the figures. */
function Group({
  group,
  kind,
  of,
  isAlone,
  reasons,
  needReason,
  onReason,
}: ReasonProps & {
  group: DifferenceGroup;
  kind: TransferKind;
  of: readonly CountDifference<LineView>[];
  isAlone: boolean;
}) {
  const words = useCountWords();
  return (
    <li className="py-3">
      <p className="figures flex flex-wrap items-baseline justify-between gap-x-4">
        <span className={classes('text-xl font-semibold leading-tight', TONE[group.kind])}>
          {sizeText(group)} {differenceLabel(group.kind, words).toLowerCase()}
        </span>
        <span className="text-sm text-ink-soft">
          {of.length > 1 && `${plural(of.length, '# product', '# products')}, `}
          {signed(group.value)}
        </span>
      </p>
      <ul>
        {of.map((one) => (
          <DifferenceRow
            key={one.line.product_id}
            one={one}
            isAlone={isAlone}
            isOfGroup={of.length === 1}
            needsReason={needReason.includes(one.line)}
            of={kind}
            reason={reasons.get(one.line.product_id) ?? ''}
            onReason={(reason) => onReason(one.line.product_id, reason)}
          />
        ))}
      </ul>
    </li>
  );
}

function DifferenceRow({
  one: { line, kind, units, value },
  isAlone,
  isOfGroup,
  needsReason,
  of,
  reason,
  onReason,
}: {
  one: CountDifference<LineView>;
  /** The line is the only one of its group, so the figures above are its own. */
  isAlone: boolean;
  /** The value of the group is the value of the line. */
  isOfGroup: boolean;
  /** The dialog asks for its reason in another place. */
  needsReason: boolean;
  of: TransferKind;
  reason: string;
  onReason: (reason: string) => void;
}) {
  // The difference stands beside the line. The reason why goods go back is another fact, with its own name.
  const isBack = comesBack(of);
  const words = useCountWords();
  return (
    <li
      className={classes(
        'grid items-center gap-x-4 gap-y-2 pt-2',
        isAlone ? 'sm:grid-cols-[1fr_13rem]' : 'grid-cols-[1fr_auto] sm:grid-cols-[1fr_auto_13rem]',
      )}
    >
      <div className="min-w-0">
        <p className="font-semibold [overflow-wrap:anywhere]">{line.name}</p>
        <p className="figures text-sm text-ink-soft">
          {kind === 'unexpected' ? 'Nothing' : casesText(line.quantity, line.case_count)} {words.expected.toLowerCase()}
          , {casesText(line.quantity_accepted ?? 0, line.case_count)}{' '}
          {words.expected === 'Planned' ? 'taken' : 'accepted'}
        </p>
      </div>
      {!isAlone && (
        <p className="figures text-right font-semibold">
          {units < 0 ? '−' : '+'}
          {casesText(Math.abs(units), line.case_count)}
          {!isOfGroup && <span className="block text-sm font-normal text-ink-soft">{signed(value)}</span>}
        </p>
      )}
      {!needsReason && (
        <div className="max-sm:col-span-full">
          {isBack && (
            <span aria-hidden="true" className="block text-sm text-ink-soft">
              {whyLabel(of)}
            </span>
          )}
          <select
            aria-label={`Reason for ${line.name}`}
            value={isBack ? (keptReason(reason) ?? '') : reason}
            onChange={(event) => onReason(event.target.value)}
            className={classes(inputClasses, 'w-full border-line-strong')}
          >
            {isBack && <option value="">{lineTexts.noWhy}</option>}
            {(isBack ? BACK_REASONS : reasonsFor(kind)).map((option) => (
              <option key={option} value={option}>
                {REASON_LABEL[option]}
              </option>
            ))}
          </select>
        </div>
      )}
    </li>
  );
}
