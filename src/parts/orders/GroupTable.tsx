import { useNavigate } from '@tanstack/react-router';
import type { OrderGroupRow } from '#contract/orders/orderRows.ts';
import { Table } from '#ui/Table.tsx';
import { GroupActions } from './GroupActions.tsx';
import { type GroupColumn, groupColumns } from './groupColumns.tsx';

interface Props {
  label: string;
  rows: readonly OrderGroupRow[];
  /** Number of the first row. */
  first: number;
  sort: string;
  onSort: (sort: string) => void;
  retailer?: boolean;
  more?: readonly GroupColumn[];
}

/** The table of order groups that lists and a retailer's orders share (ORD-02). */
export function GroupTable({ label, rows, first, sort, onSort, retailer = true, more = [] }: Props) {
  const navigate = useNavigate();
  return (
    <Table
      label={label}
      rows={rows}
      keyOf={(row) => row._id}
      sort={sort}
      onSort={onSort}
      onOpen={(row) => void navigate({ to: `/order-groups/${row._id}` })}
      columns={[
        { key: '#', title: '#', cell: (_row, index) => <span className="text-ink-faint">{first + index}</span> },
        ...groupColumns({ retailer }),
        ...more,
        {
          key: 'actions',
          title: <span className="sr-only">Actions</span>,
          cell: (row) => <GroupActions row={row} />,
        },
      ]}
    />
  );
}
