import { type CoverRow, orderCover } from '#contract/purchasing/coverCalls.ts';
import { useCommand } from '#crud/command/useCommand.ts';
import { useContact } from '#crud/query/useSession.ts';
import { MAX_ORDER_ROWS } from '#domain/cover.ts';
import { showNaira } from '#domain/money.ts';
import { plural } from '#domain/plural.ts';
import { DialogForm } from '#ui/dialogs/DialogForm.tsx';
import { Notice } from '#ui/feedback/States.tsx';
import { casesIn, casesOf, linesFor, type TypedCases, worthOf } from './rows.ts';

interface Props {
  rows: readonly CoverRow[];
  typed: TypedCases;
  onClose: () => void;
  /** Called with the ids of the purchase orders. */
  onDone: (ids: readonly string[]) => void;
}

/** Lines of one supplier and hub: each group becomes a purchase order. */
function groupsOf(rows: readonly CoverRow[]): CoverRow[][] {
  const groups = new Map<string, CoverRow[]>();
  for (const row of rows) {
    const key = `${row.supplier?._id} ${row.seller._id}`;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()];
}

/** Lists the purchase orders that will be made, and makes them all in one call (COV-21). */
export function OrderDialog({ rows, typed, onClose, onDone }: Props) {
  const { send, busy } = useCommand();
  const { online } = useContact();
  const groups = groupsOf(rows);
  const tooMany = rows.length > MAX_ORDER_ROWS;
  const worth = worthOf(rows, typed);
  return (
    <DialogForm
      onClose={onClose}
      title="Order these goods"
      description="Each supplier and hub gets a purchase order. It is open: nothing moves before the goods are received."
      save={plural(groups.length, 'Create # purchase order', 'Create # purchase orders')}
      width="wide"
      ready={online && rows.length > 0 && !tooMany}
      busy={busy}
      onSave={async (close) => {
        const made = await send(
          orderCover,
          linesFor(rows, (row) => casesOf(row, typed) ?? 0),
          plural(groups.length, '# purchase order created.', '# purchase orders created.'),
        );
        if (!made) return;
        close();
        onDone(made.orders.map((one) => one._id));
      }}
    >
      <ul
        aria-label="Purchase orders to create"
        className="max-h-72 divide-y overflow-auto rounded-xl border text-sm"
        tabIndex={0}
      >
        {groups.map((group) => {
          const [first] = group;
          const sum = worthOf(group, typed);
          return (
            <li
              key={`${first?.supplier?._id} ${first?.seller._id}`}
              className="flex flex-wrap items-baseline gap-x-4 px-3 py-2"
            >
              <span className="min-w-0 grow">
                {first?.supplier?.name}
                <span className="block text-xs text-ink-soft">
                  to {first?.seller.name}, {plural(group.length, '# product', '# products')}
                </span>
              </span>
              <span className="figures">{plural(casesIn(group, typed), '# case', '# cases')}</span>
              {sum !== null && <span className="figures min-w-28 text-right">{showNaira(sum)}</span>}
            </li>
          );
        })}
      </ul>
      {worth !== null && (
        <p className="flex justify-between font-semibold">
          <span>At the last prices</span>
          <span className="figures">{showNaira(worth)}</span>
        </p>
      )}
      {tooMany && (
        <Notice tone="wait" icon="alert">
          {`At most ${MAX_ORDER_ROWS} lines can be ordered at once. Order one supplier after the other.`}
        </Notice>
      )}
    </DialogForm>
  );
}
