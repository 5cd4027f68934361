import { BACK_REASONS, keptReason } from '#domain/receiving.ts';
import { movedQuantity, type TransferKind } from '#domain/transfer.ts';
import { casesText } from '#domain/units.ts';
import type { LineView } from '#offline/outbox/overlay.ts';
import { useCountWords } from '../countWords.ts';
import { Reasons } from '../desk/CountBoxes.tsx';

/** The lines that go back although nobody said why. A line of which nothing moves needs no reason. */
export const withoutWhy = (lines: readonly LineView[]): LineView[] =>
  lines.filter((line) => movedQuantity(line) > 0 && keptReason(line.reason) === null);

interface Props {
  kind: TransferKind;
  /** {@link withoutWhy} */
  lines: readonly LineView[];
  /** What the person pressed, by product id. */
  chosen: Readonly<Record<string, string>>;
  onChange: (chosen: Readonly<Record<string, string>>) => void;
}

/** Asks why goods go back where nobody said so: one press a line, or one for all. It is asked and never demanded (decision 0394). */
export function WhyEach({ kind, lines, chosen, onChange }: Props) {
  const { why } = useCountWords();
  const ids = lines.map((line) => line.product_id);
  const first = chosen[ids[0] ?? ''] ?? '';
  const ofAll = ids.every((id) => (chosen[id] ?? '') === first) ? first : '';
  const set = (of: readonly string[], reason: string) =>
    onChange({ ...chosen, ...Object.fromEntries(of.map((id) => [id, reason])) });
  // Most of what an associate brings back was not sold: one reason for all, and the lines behind a press.
  const isUnsold = kind === 'stock_in';
  const each = (
    <ul className="mt-1 divide-y">
      {lines.map(({ product_id, name, case_count, ...line }) => {
        const value = chosen[product_id] ?? '';
        return (
          <li key={product_id} className="py-2">
            <p className="mb-1 [overflow-wrap:anywhere]">
              <span className="font-semibold">{name}</span>{' '}
              <span className="figures text-sm text-ink-soft">{casesText(movedQuantity(line), case_count)}</span>
            </p>
            <Reasons
              isRow
              label={`Reason for ${name}`}
              reasons={BACK_REASONS}
              value={value}
              onChange={(reason) => set([product_id], reason === value ? '' : reason)}
            />
          </li>
        );
      })}
    </ul>
  );
  return (
    <section aria-label={why} className="rounded-card border px-4 py-3">
      <h3 className="font-semibold">{why}</h3>
      <p className="text-sm text-ink-soft">
        {isUnsold
          ? 'Tap a reason if there is one. What was not sold needs none.'
          : 'Tap a reason for each line. Without one the paper says “no reason given”.'}
      </p>
      {lines.length > 1 && (
        <div className="mt-2">
          <p aria-hidden="true" className="mb-1 text-sm font-semibold">
            All {lines.length}
          </p>
          <Reasons
            isRow
            label="Reason for all"
            reasons={BACK_REASONS}
            value={ofAll}
            onChange={(reason) => set(ids, reason === ofAll ? '' : reason)}
          />
        </div>
      )}
      {isUnsold && lines.length > 1 ? (
        <details>
          <summary className="flex min-h-tap cursor-pointer items-center font-semibold text-accent">
            Another reason for a line
          </summary>
          {each}
        </details>
      ) : (
        each
      )}
    </section>
  );
}
