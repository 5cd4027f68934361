import { useState } from 'react';
import { type CoverRow, orderCover } from '#contract/purchasing/coverCalls.ts';
import { useCommand } from '#crud/command/useCommand.ts';
import { useContact } from '#crud/query/useSession.ts';
import { MAX_ORDER_ROWS } from '#domain/cover.ts';
import { showNaira } from '#domain/money.ts';
import { plural } from '#domain/plural.ts';
import { DialogForm } from '#ui/dialogs/DialogForm.tsx';
import { Notice } from '#ui/feedback/States.tsx';
import { CheckField } from '#ui/fields/Field.tsx';
import { casesIn, casesOf, linesFor, type TypedCases, worthOf } from './rows.ts';

interface Props {
  rows: readonly CoverRow[];
  typed: TypedCases;
  /** The purchase orders have to be chosen first, because the rows are those of the whole page. */
  asks: boolean;
  onClose: () => void;
  /** Called with the ids of the purchase orders. */
  onDone: (ids: readonly string[]) => void;
}

/** Lines of one supplier and hub: each group becomes a purchase order. The groups by their keys. */
function groupsOf(rows: readonly CoverRow[]): Map<string, CoverRow[]> {
  const groups = new Map<string, CoverRow[]>();
  for (const row of rows) groups.set(groupOf(row), [...(groups.get(groupOf(row)) ?? []), row]);
  return groups;
}
const groupOf = ({ supplier, seller }: CoverRow) => `${supplier?._id} ${seller._id}`;

/** Lists the purchase orders that can be made, and makes the chosen ones in one call (COV-21). */
export function OrderDialog({ rows: all, typed, asks, onClose, onDone }: Props) {
  const { send, busy } = useCommand();
  const { online } = useContact();
  const groups = groupsOf(all);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(asks && groups.size > 1 ? [] : groups.keys()),
  );
  const rows = all.filter((row) => chosen.has(groupOf(row)));
  const choose = (keys: Iterable<string>, on: boolean) => {
    const next = new Set(chosen);
    for (const key of keys) on ? next.add(key) : next.delete(key);
    setChosen(next);
  };
  const tooMany = rows.length > MAX_ORDER_ROWS;
  const worth = worthOf(rows, typed);
  return (
    <DialogForm
      onClose={onClose}
      title="Order these goods"
      description="Each supplier and hub gets a purchase order. It is open: nothing moves before the goods are received."
      save={
        chosen.size === 0
          ? 'Create purchase orders'
          : plural(chosen.size, 'Create # purchase order', 'Create # purchase orders')
      }
      width="wide"
      ready={online && rows.length > 0 && !tooMany}
      busy={busy}
      onSave={async (close) => {
        const made = await send(
          orderCover,
          linesFor(rows, (row) => casesOf(row, typed) ?? 0),
          plural(chosen.size, '# purchase order created.', '# purchase orders created.'),
        );
        if (!made) return;
        close();
        onDone(made.orders.map((one) => one._id));
      }}
    >
      {groups.size > 1 && (
        <CheckField
          label={plural(groups.size, 'All # purchase orders', 'All # purchase orders')}
          checked={chosen.size === groups.size}
          mixed={chosen.size > 0 && chosen.size < groups.size}
          onChange={(on) => choose(groups.keys(), on)}
        />
      )}
      <ul
        aria-label="Purchase orders to create"
        className="max-h-72 divide-y overflow-auto rounded-xl border text-sm"
        tabIndex={0}
      >
        {[...groups].map(([key, group]) => {
          const [first] = group;
          const sum = worthOf(group, typed);
          return (
            <li key={key} className="flex flex-wrap items-center gap-x-4 px-3 py-1">
              <span className="min-w-0 grow">
                {groups.size > 1 ? (
                  <CheckField
                    label={`${first?.supplier?.name} to ${first?.seller.name}`}
                    checked={chosen.has(key)}
                    onChange={(on) => choose([key], on)}
                  />
                ) : (
                  `${first?.supplier?.name} to ${first?.seller.name}`
                )}
              </span>
              <span className="figures min-w-22 text-ink-soft sm:text-right">
                {plural(group.length, '# product', '# products')}
              </span>
              <span className="figures min-w-20 sm:text-right">
                {plural(casesIn(group, typed), '# case', '# cases')}
              </span>
              {sum !== null && <span className="figures ml-auto min-w-28 text-right">{showNaira(sum)}</span>}
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
