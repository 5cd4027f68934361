import { useMemo } from 'react';
import type { FulfilmentRow } from '#contract/orders/fulfilmentCalls.ts';
import { type Column, Table } from '#ui/tables/Table.tsx';
import { tickOf } from './fulfilmentMarks.tsx';

interface Props {
  label: string;
  rows: readonly FulfilmentRow[];
  /** The columns that identify the row. The first one is the name. */
  lead: readonly Column<FulfilmentRow>[];
  makers: readonly { _id: string; name: string }[];
  onOpen?: ((row: FulfilmentRow) => void) | undefined;
}

/**
 * Order fulfilment on a phone. Each row is a card with the manufacturers that the retailer or location ordered from. The longest waiting orders come
 * first.
 */
export function FulfilmentCards({ label, rows, lead, makers, onOpen }: Props) {
  const columns = useMemo(
    (): Column<FulfilmentRow>[] => [
      ...lead.map((column) => (column.grow ? { ...column, card: 'lead' as const } : column)),
      {
        key: 'summary',
        title: 'Summary',
        card: 'figure',
        word: 'Ordered',
        cell: (row) => `${orderedFrom(row, makers).length} of ${makers.length}`,
      },
      {
        key: 'makers',
        title: 'Manufacturers',
        card: 'state',
        cell: (row) => (
          <ul className="flex flex-wrap items-center gap-x-4 gap-y-1">
            {orderedFrom(row, makers).map(({ _id, name }) => (
              <li key={_id} className="flex items-center gap-1.5 text-ink">
                {name} {tickOf(row, _id)}
              </li>
            ))}
          </ul>
        ),
      },
    ],
    [lead, makers],
  );
  return (
    <Table cards="phone" label={label} rows={rows} keyOf={idOf} columns={columns} {...(onOpen ? { onOpen } : {})} />
  );
}

const idOf = (row: FulfilmentRow) => row._id;

function orderedFrom(row: FulfilmentRow, makers: Props['makers']): Props['makers'] {
  const waits = ({ _id }: { _id: string }) => row.manufacturers[_id]?.open_since ?? Number.POSITIVE_INFINITY;
  return makers
    .filter(({ _id }) => row.manufacturers[_id]?.found)
    .toSorted((one, other) => (waits(one) === waits(other) ? 0 : waits(one) - waits(other)));
}
