import { BACK_REASONS, keptReason } from '#domain/receiving.ts';
import { movedQuantity, type TransferKind } from '#domain/transfer.ts';
import { casesText } from '#domain/units.ts';
import type { LineView } from '#offline/outbox/overlay.ts';
import { isSpoilt } from '../../parts/lines/reasons.ts';
import { lineTexts } from '../../parts/lines/texts.ts';
import { useCountWords } from '../countWords.ts';
import { Reasons } from '../desk/CountBoxes.tsx';

/** The lines that go back although nobody said why. A line of which nothing moves needs no reason. */
export const withoutWhy = (lines: readonly LineView[]): LineView[] =>
  lines.filter((line) => movedQuantity(line) > 0 && keptReason(line.reason) === null);

/** What the person pressed, by product id; '': that there is no reason. */
type Chosen = Readonly<Record<string, string>>;

/** Whether a rejection still waits for an answer: a reason for each line, or that there is none (decision 0711). A return of unsold goods needs none. */
export const asksWhy = (kind: TransferKind, lines: readonly LineView[], chosen: Chosen): boolean =>
  kind === 'shipment_out' && lines.some((line) => chosen[line.product_id] === undefined);

interface Props {
  kind: TransferKind;
  /** {@link withoutWhy} */
  lines: readonly LineView[];
  chosen: Chosen;
  onChange: (chosen: Chosen) => void;
  /** Continue was pressed before there was an answer. */
  isMissed: boolean;
}

/** Asks why goods go back where nobody said so: one press for all, and the lines behind another one. */
export function WhyEach({ kind, lines, chosen, onChange, isMissed }: Props) {
  const { why } = useCountWords();
  const ids = lines.map((line) => line.product_id);
  const first = chosen[ids[0] ?? ''];
  const ofAll = ids.every((id) => chosen[id] === first) ? first : undefined;
  // Most of what an associate brings back was not sold, and that is none of the reasons.
  const isUnsold = kind === 'stock_in';
  const set = (of: readonly string[], reason: string, before: string | undefined) => {
    const kept = Object.entries(chosen).filter(([id]) => !of.includes(id));
    const own = reason === before ? [] : of.map((id) => [id, reason]);
    onChange(Object.fromEntries([...kept, ...own]));
  };
  const needsReason = isMissed && asksWhy(kind, lines, chosen);
  const [only] = lines;
  return (
    <section aria-label={why}>
      <h3 className="font-semibold">
        {why}
        {lines.length > 1 && <span className="font-normal text-ink-soft"> · {lines.length} products</span>}
      </h3>
      <p
        role={needsReason ? 'alert' : undefined}
        className={needsReason ? 'text-sm font-medium text-bad' : 'text-sm text-ink-soft'}
      >
        {needsReason
          ? `Choose a reason, or “${lineTexts.noReasonGiven}”.`
          : !isUnsold
            ? 'The distributor reads it on the paper.'
            : Object.values(chosen).some(isSpoilt)
              ? lineTexts.stillStock
              : 'Tap a reason if there is one. What was not sold needs none.'}
      </p>
      <div className="mt-2">
        <Reasons
          isRow
          hasNone={!isUnsold}
          label={only && lines.length === 1 ? `Reason for ${only.name}` : 'Reason for all'}
          reasons={BACK_REASONS}
          value={ofAll}
          onChange={(reason) => set(ids, reason, ofAll)}
        />
      </div>
      {lines.length > 1 && (
        <details>
          <summary className="flex min-h-tap cursor-pointer items-center font-semibold text-accent">
            Another reason for a line
          </summary>
          <ul className="divide-y">
            {lines.map(({ product_id, name, case_count, ...line }) => (
              <li key={product_id} className="py-2">
                <p className="mb-1 [overflow-wrap:anywhere]">
                  <span className="font-semibold">{name}</span>{' '}
                  <span className="figures text-sm text-ink-soft">{casesText(movedQuantity(line), case_count)}</span>
                </p>
                <Reasons
                  isRow
                  hasNone={!isUnsold}
                  label={`Reason for ${name}`}
                  reasons={BACK_REASONS}
                  value={chosen[product_id]}
                  onChange={(reason) => set([product_id], reason, chosen[product_id])}
                />
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
