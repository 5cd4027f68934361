import { BACK_REASONS, keptReason } from '#domain/receiving.ts';
import { movedQuantity, type TransferKind } from '#domain/transfer.ts';
import { casesText } from '#domain/units.ts';
import type { LineView } from '#offline/outbox/overlay.ts';
import { isSpoilt } from '../../parts/lines/reasons.ts';
import { lineTexts } from '../../parts/lines/texts.ts';
import { useCountWords } from '../countWords.ts';
import { Reasons } from '../desk/CountBoxes.tsx';

/** The lines that go back without a reason. A line that moves no units needs none. */
export const withoutWhy = (lines: readonly LineView[]): LineView[] =>
  lines.filter((line) => movedQuantity(line) > 0 && keptReason(line.reason) === null);

/** By product id: the pressed reason. '' for "No reason given". */
type Chosen = Readonly<Record<string, string>>;

/** Whether a rejection still needs an answer for a line: a reason, or that there is none (decision 0711). A return of unsold goods needs none. */
export const asksWhy = (kind: TransferKind, lines: readonly LineView[], chosen: Chosen): boolean =>
  kind === 'shipment_out' && lines.some((line) => chosen[line.product_id] === undefined);

interface Props {
  kind: TransferKind;
  /** The lines of {@link withoutWhy}. */
  lines: readonly LineView[];
  /** Other lines already have a reason. The buttons here do not change it. */
  isMixed: boolean;
  chosen: Chosen;
  onChange: (chosen: Chosen) => void;
  /** Continue was pressed before every line had an answer. */
  isMissed: boolean;
}

/** Up to this number of products, each is asked about separately. More would not fit into the window (decision 0711). */
const MOST_EACH = 2;

/** Asks why goods go back. Up to two products are asked about by name. For more, one press answers for all, and another button shows the lines. */
export function WhyEach({ kind, lines, isMixed, chosen, onChange, isMissed }: Props) {
  const { why } = useCountWords();
  // Most goods that an associate brings back are unsold, which is none of the reasons.
  const isUnsold = kind === 'stock_in';
  const ids = lines.map((line) => line.product_id);
  const first = chosen[ids[0] ?? ''];
  const ofAll = ids.every((id) => chosen[id] === first) ? first : undefined;
  const set = (of: readonly string[], reason: string, before: string | undefined) => {
    const kept = Object.entries(chosen).filter(([id]) => !of.includes(id));
    const own = reason === before ? [] : of.map((id) => [id, reason]);
    onChange(Object.fromEntries([...kept, ...own]));
  };
  const missing = (of: readonly LineView[]) => isMissed && asksWhy(kind, of, chosen);
  const each = lines.map((line) => (
    <WhyLine
      key={line.product_id}
      line={line}
      hasNone={!isUnsold}
      isMissing={lines.length <= MOST_EACH && missing([line])}
      value={chosen[line.product_id]}
      onChange={(reason) => set([line.product_id], reason, chosen[line.product_id])}
    />
  ));
  const hint = isUnsold
    ? Object.values(chosen).some(isSpoilt)
      ? lineTexts.stillStock
      : 'Tap a reason if there is one. What was not sold needs none.'
    : `The distributor reads it on the paper.${isMixed ? ` ${REST_STAYS}` : ''}`;
  if (lines.length <= MOST_EACH)
    return (
      <section aria-label={why} className="flex flex-col gap-3">
        {each}
        <p className="-mt-1 text-sm text-ink-soft">{hint}</p>
      </section>
    );
  return (
    <section aria-label={why}>
      <h3 className="font-semibold">
        {why}
        <span className="font-normal text-ink-soft"> · {lines.length} products</span>
      </h3>
      {missing(lines) ? <Missing /> : <p className="text-sm text-ink-soft">{hint}</p>}
      <div className="mt-2">
        <Reasons
          isRow
          hasNone={!isUnsold}
          label="Reason for all"
          reasons={BACK_REASONS}
          value={ofAll}
          onChange={(reason) => set(ids, reason, ofAll)}
        />
      </div>
      <details>
        <summary className="flex min-h-tap cursor-pointer items-center font-semibold text-accent">
          Another reason for a line
        </summary>
        <div className="flex flex-col gap-3">{each}</div>
      </details>
    </section>
  );
}

const REST_STAYS = 'The other products keep their reasons.';

const Missing = () => (
  <p role="alert" className="text-sm font-medium text-bad">
    {`Choose a reason, or “${lineTexts.noReasonGiven}”.`}
  </p>
);

/** The question about one product. */
function WhyLine({
  line: { name, case_count, ...line },
  hasNone,
  isMissing,
  value,
  onChange,
}: {
  line: LineView;
  hasNone: boolean;
  /** Continue was pressed without an answer for this product. */
  isMissing: boolean;
  value: string | undefined;
  onChange: (reason: string) => void;
}) {
  return (
    <div>
      <h3 className="figures mb-1 [overflow-wrap:anywhere]">
        <span className="font-semibold">{name}</span>, {casesText(movedQuantity(line), case_count)}: why?
      </h3>
      {isMissing && <Missing />}
      <Reasons
        isRow
        hasNone={hasNone}
        label={`Reason for ${name}`}
        reasons={BACK_REASONS}
        value={value}
        onChange={onChange}
      />
    </div>
  );
}
