import type { OrderItem } from '#contract/orders/orderItemCalls.ts';
import { ConflictDialog } from '#crud/conflict/ConflictDialog.tsx';
import type { RowSnapshot } from '#crud/conflict/useRowSnapshot.tsx';
import { differencesIn } from '#crud/form/formValues.ts';
import { showNaira } from '#domain/money.ts';
import { casesText } from '#domain/units.ts';

interface Props {
  conflict: NonNullable<RowSnapshot<OrderItem>['conflict']>;
  setConflict: RowSnapshot<OrderItem>['setConflict'];
  /** The line when the dialog opened. */
  seen: OrderItem;
  /** The edited line; null if the person wanted to remove it. */
  mine: OrderItem | null;
  busy: boolean;
  /** Writes my values over this version. */
  onMine: (version: number) => Promise<void>;
  onTheirs: () => void;
}

/** The conflict dialog of an order's line, in cases and naira (B12.6), like the one of a purchase order's line. */
export function OrderLineConflict({ conflict, setConflict, seen, mine, busy, onMine, onTheirs }: Props) {
  const { message, current } = conflict;
  const { case_count } = current.product;
  const cases = (units: number | null) => (units === null ? '' : casesText(units, case_count));
  const wordsOf = (line: OrderItem): [string, string][] => [
    ['Quantity', cases(line.quantity)],
    ['Accepted', cases(line.quantity_accepted)],
    ['Amount', showNaira(line.amount)],
  ];
  return (
    <ConflictDialog
      message={message}
      theirs={current}
      differences={
        mine
          ? differencesIn(wordsOf, mine, seen, current)
          : [{ label: 'Product', mine: 'Removed', theirs: `${cases(current.quantity)}, changed`, typed: true }]
      }
      busy={busy}
      onMine={() => {
        setConflict(null);
        void onMine(current.version);
      }}
      onTheirs={onTheirs}
      onClose={() => setConflict(null)}
    />
  );
}
