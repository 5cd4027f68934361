import { parseMoney } from '#domain/money.ts';
import { atOf, type LineView } from '#offline/outbox/overlay.ts';
import { LineDialog } from '../../parts/lines/LineDialog.tsx';
import type { Pickables } from '../../parts/parties.ts';
import { useCountWords } from '../countWords.ts';
import type { QuickWrites } from '../usePendingLines.ts';
import type { Shortages } from '../useShortages.ts';
import { warningOf, wayOutOf } from './deskLines.ts';
import type { DeskState } from './useDesk.ts';

/** The dialog behind a row's own button: expected and accepted quantity, price, reason, removal. */
export function EditedLine({
  line,
  desk,
  pickables,
  shortages,
  isCount,
  isBlind,
  isBack,
  isBegun,
  writes,
  onRemove,
  onChange,
}: {
  line: LineView;
  desk: DeskState;
  pickables: Pickables;
  shortages: Shortages;
  /** The transfer began on a tablet, so nobody announced its goods. */
  isBegun: boolean;
  writes: QuickWrites;
  isCount: boolean;
  isBlind: boolean;
  isBack: boolean;
  onRemove: (line: LineView) => Promise<void>;
  onChange: (next: null | ((now: LineView | null) => LineView | null)) => void;
}) {
  const words = useCountWords();
  return (
    <LineDialog
      line={line}
      counting={isCount}
      hidesExpected={isBlind && line.quantity_accepted === null}
      offered={parseMoney(pickables.of(line.product_id)?.rate ?? '')}
      isBack={isBack}
      tracksLots={pickables.of(line.product_id)?.product.tracks_lots === true}
      another={isBegun ? null : words.another}
      warningOf={(units) => warningOf(shortages.of(line.product_id, units), line.case_count)}
      wayOutOf={(units) => wayOutOf(shortages.of(line.product_id, units), line.case_count)}
      onClose={() => onChange(null)}
      onRemove={() => {
        onChange(null);
        void onRemove(line);
      }}
      onSave={async (next) => {
        // If the dialog was closed while saving, it must not close the dialog of the next line.
        if (!(await writes.saveLine(next, atOf(line)))) return;
        // The saved line is newer than the figure of the last scan.
        const { chosen } = desk.entry;
        const isOlder = chosen !== null && (chosen.how === 'set' || chosen.before > 0);
        if (isOlder && chosen.productId === line.product_id) desk.entry.clear();
        onChange((now) => (now === line ? null : now));
      }}
    />
  );
}
