import type { useQuery } from '@tanstack/react-query';
import type { SavedAnswer } from '#client/reads/queries.ts';
import { type ClaimLine, removeClaimLines } from '#contract/purchasing/claimCalls.ts';
import { useCommand } from '#crud/command/useCommand.ts';
import { Link } from '#crud/Link.tsx';
import { QueryBoundary } from '#crud/query/QueryBoundary.tsx';
import { oneRule } from '#domain/money.ts';
import { casesText } from '#domain/units.ts';
import { buttonClasses } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Badge } from '#ui/feedback/Badge.tsx';
import { Icon } from '#ui/Icon.tsx';
import { RowMenu } from '#ui/list/RowMenu.tsx';
import { ServerItem } from '#ui/ServerButton.tsx';
import { type Column, Table } from '#ui/tables/Table.tsx';
import { dayText } from '#ui/when.ts';
import { KindCell, ProductCell, ReceiptCell } from '../discrepancies/cells.tsx';
import { type ClaimLines, type ClaimRow, signedValue } from './claimRow.ts';

/** The lines of a claim. Each line of an open claim can be removed, but not the last one. */
export function ClaimGoods({
  row,
  query,
  asleep,
}: {
  row: ClaimRow;
  query: ReturnType<typeof useQuery<SavedAnswer<ClaimLines>>>;
  asleep: boolean;
}) {
  const { send, busy } = useCommand();
  const isOpen = row.status === 'open';
  const takeOut = (line: ClaimLine) =>
    void send(
      removeClaimLines,
      { _id: row._id, base_version: row.version, item_ids: [line.item_id] },
      `${line.product.name} removed from the claim.`,
    );
  return (
    <Card padded={false} label="Lines">
      <div className="flex flex-wrap items-center justify-between gap-3 border-b px-5 py-3">
        <h2 className="text-base font-semibold">Lines</h2>
        {isOpen && (
          <Link
            to="/discrepancies"
            search={{ claimed: 'no', supplier: row.distributor_id }}
            className={`${buttonClasses('plain')} no-print`}
          >
            <Icon name="plus" /> Add lines
          </Link>
        )}
      </div>
      <QueryBoundary query={query} rows={4}>
        {({ lines }) => (
          <Table
            cards
            label="Lines of the claim"
            rows={lines}
            keyOf={(line: ClaimLine) => line._id}
            columns={columnsOf(
              isOpen && lines.length > 1
                ? (line) => <TakeOut line={line} disabled={asleep || busy} onPress={takeOut} />
                : null,
              oneRule(lines.map(({ value }) => value)),
            )}
          />
        )}
      </QueryBoundary>
    </Card>
  );
}

function TakeOut({
  line,
  disabled,
  onPress,
}: {
  line: ClaimLine;
  disabled: boolean;
  onPress: (line: ClaimLine) => void;
}) {
  return (
    <RowMenu of={`${line.product.name}, ${line.receipt.ref}`}>
      <ServerItem className="text-bad" disabled={disabled} onClick={() => onPress(line)}>
        Remove from the claim
      </ServerItem>
    </RowMenu>
  );
}

const columnsOf = (
  act: ((line: ClaimLine) => React.ReactNode) | null,
  show: (kobo: number) => string,
): Column<ClaimLine>[] => [
  {
    key: 'product',
    title: 'Product',
    grow: true,
    stick: true,
    card: 'lead',
    // The hub is shown under the goods, because a column of its own would be cut beside the panel.
    cell: (line) => <ProductCell product={line.product} {...(line.hub ? { under: line.hub.name } : {})} />,
  },
  {
    key: 'receipt',
    title: 'Receipt',
    card: 'state',
    cell: (line) => (
      <span className="inline-flex items-center gap-2">
        <ReceiptCell receipt={line.receipt} />
        {line.reversed && <Badge tone="bad">Reversed</Badge>}
      </span>
    ),
  },
  {
    key: 'at',
    title: 'Date',
    card: 'time',
    aside: 1,
    cell: (line) => <span className="whitespace-nowrap">{dayText(line.at)}</span>,
  },
  { key: 'kind', title: 'Kind', cell: (line) => <KindCell row={line} /> },
  {
    key: 'units',
    title: 'Quantity',
    align: 'right',
    cell: (line) => <span className="figures whitespace-nowrap">{casesText(line.units, line.product.case_count)}</span>,
  },
  {
    key: 'value',
    title: 'Value',
    align: 'right',
    cell: (line) => <span className="figures font-semibold">{show(signedValue(line))}</span>,
  },
  ...(act
    ? [{ key: 'actions', title: <span className="sr-only">Actions</span>, card: 'menu' as const, cell: act }]
    : []),
];
