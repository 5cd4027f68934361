import { type CoverRow, orderCover } from '#contract/purchasing/coverCalls.ts';
import { useGo } from '#crud/address.ts';
import { useCommand } from '#crud/command/useCommand.ts';
import { Link } from '#crud/Link.tsx';
import { OVERVIEW } from '#crud/paths.ts';
import { useCan } from '#crud/query/useSession.ts';
import { NO_VALUE } from '#domain/locale.ts';
import { showNaira } from '#domain/money.ts';
import { showNumber } from '#domain/number.ts';
import { plural } from '#domain/plural.ts';
import { casesText, showCases } from '#domain/units.ts';
import { RowMenu } from '#ui/list/RowMenu.tsx';
import { ServerButton, ServerItem } from '#ui/ServerButton.tsx';
import { type Column, Table } from '#ui/tables/Table.tsx';
import { ProductCell } from '../discrepancies/cells.tsx';
import { CasesField, CoverBar, whyText } from './cells.tsx';
import {
  type CoverView,
  casesIn,
  casesOf,
  decimalsOf,
  isOut,
  keyOf,
  linesFor,
  orderAtCases,
  orderAtDays,
  orderable,
  type TypedCases,
  worthOf,
} from './rows.ts';

interface GoodsProps {
  rows: readonly CoverRow[];
  show: CoverView;
  typed: TypedCases;
  onType: (row: CoverRow, text: string) => void;
  /** Undefined: the person may not order, or there is no connection. */
  onOrder: ((rows: readonly CoverRow[]) => void) | undefined;
  onRule: ((row: CoverRow) => void) | undefined;
  onMoved: (ids: readonly string[]) => void;
}

/**
 * The goods that run out, by the days that they last, each with its supplier. Grouped by supplier, a heading above each group has the sums of the group.
 */
export function Goods({ rows, show, typed, onType, onOrder, onRule, onMoved }: GoodsProps) {
  const go = useGo();
  const opens = useCan('update_product');
  const of = (supplier: string | undefined) => rows.filter((row) => row.supplier?._id === supplier);
  return (
    <Table
      cards
      label="Goods that run out"
      columns={columnsOf({ rows, show, typed, onType, onOrder, onRule, onMoved, opens })}
      rows={rows}
      keyOf={keyOf}
      {...(opens
        ? {
            onOpen: (row: CoverRow) => {
              const { to, search } = whyOf(row);
              void go(to, { search });
            },
          }
        : {})}
      headOf={(row, before) =>
        show !== 'supplier' || (before && before.supplier?._id === row.supplier?._id) ? null : (
          <SupplierHead rows={of(row.supplier?._id)} typed={typed} onOrder={onOrder} />
        )
      }
    />
  );
}

/** The heading of a supplier: the sums of the supplier's lines, and a button that orders these lines only. */
function SupplierHead({ rows, typed, onOrder }: Pick<GoodsProps, 'rows' | 'typed' | 'onOrder'>) {
  const [first] = rows;
  const supplier = first?.supplier;
  const worth = worthOf(rows, typed);
  const cases = casesIn(rows, typed);
  const ready = orderable(rows, typed);
  return (
    <span className="flex min-h-9 flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <span className="font-semibold">{supplier?.name ?? 'No supplier is known'}</span>
      <span className="flex items-center gap-4 text-sm font-normal text-ink-soft">
        {!supplier && 'Link the product and the hub to a distributor.'}
        <span className="figures">{plural(cases, '# case', '# cases')}</span>
        {worth !== null && <span className="figures">{showNaira(worth)}</span>}
        {onOrder && ready.length > 0 && first && supplier && (
          <ServerButton look="quiet" aria-label={orderFrom(first)} onClick={() => onOrder(ready)}>
            Order
          </ServerButton>
        )}
      </span>
    </span>
  );
}

function columnsOf({
  rows,
  show,
  typed,
  onType,
  onOrder,
  onRule,
  onMoved,
  opens,
}: GoodsProps & { opens: boolean }): Column<CoverRow>[] {
  const held = decimalsOf(rows, (row) => row.quantity);
  const coming = decimalsOf(rows, (row) => row.expected);
  return [
    {
      key: 'product',
      title: 'Product',
      grow: true,
      card: 'lead',
      cell: (row) => {
        const cell = <ProductCell product={row.product} under={placeText(row, show)} />;
        if (!opens) return cell;
        return (
          <Link {...whyOf(row)} className="touch-tap block min-w-0 hover:text-accent">
            {cell}
          </Link>
        );
      },
    },
    {
      key: 'cover',
      title: 'Lasts',
      align: 'right',
      cell: (row) => (
        <span title={whyText(row)}>
          <CoverBar days={row.days_left} isOut={isOut(row)} />
        </span>
      ),
    },
    {
      key: 'stock',
      title: 'In stock',
      align: 'right',
      cell: (row) => showCases(row.quantity, row.product.case_count, held),
    },
    {
      key: 'expected',
      title: 'On the way',
      align: 'right',
      aside: 3,
      cell: (row) => (row.expected === 0 ? NO_VALUE : showCases(row.expected, row.product.case_count, coming)),
    },
    {
      key: 'reorder',
      title: 'Order at',
      align: 'right',
      aside: 2,
      cell: (row) => (
        <span className="figures leading-tight" title={whyText(row)}>
          {showNumber(orderAtCases(row))}
          <span className="sm:hidden">, </span>
          <span className="text-ink-faint sm:block sm:text-xs">{plural(orderAtDays(row), '# day', '# days')}</span>
        </span>
      ),
    },
    {
      key: 'order',
      title: 'Cases to order',
      word: 'Order',
      align: 'right',
      cell: (row) =>
        onRule ? (
          <CasesField
            row={row}
            value={typed[keyOf(row)] ?? String(row.order_cases)}
            wrong={casesOf(row, typed) === null}
            onChange={(text) => onType(row, text)}
          />
        ) : (
          <span className="figures font-semibold">{row.order_cases}</span>
        ),
    },
    {
      key: 'from',
      title: <span className="sm:pl-3.5">Another hub has</span>,
      word: 'Another hub has',
      aside: 3,
      cell: (row) => <Spare row={row} onMoved={onMoved} />,
    },
    {
      key: 'actions',
      title: <span className="sr-only">Actions</span>,
      card: 'menu',
      cell: (row) =>
        onRule && (
          <RowMenu of={`${row.product.name}, ${row.seller.name}`}>
            {show !== 'supplier' && onOrder && row.supplier && <OrderItem {...{ row, rows, typed, onOrder }} />}
            <ServerItem onClick={() => onRule(row)}>Reorder rule</ServerItem>
          </RowMenu>
        ),
    },
  ];
}

/** The item of a line's menu that orders all lines of its supplier. */
function OrderItem({
  row,
  rows,
  typed,
  onOrder,
}: Pick<GoodsProps, 'rows' | 'typed'> & { row: CoverRow; onOrder: NonNullable<GoodsProps['onOrder']> }) {
  const ready = orderable(
    rows.filter((other) => other.supplier?._id === row.supplier?._id),
    typed,
  );
  return ready.length > 0 && <ServerItem onClick={() => onOrder(ready)}>{orderFrom(row)}</ServerItem>;
}

const orderFrom = ({ supplier }: CoverRow) => `Order from ${supplier?.name ?? ''}`;

/** The page of the product that says why the hub has so much of it. */
const whyOf = ({ product, warehouse_id }: CoverRow) =>
  ({ to: `/products/${product._id}/update`, search: { ...OVERVIEW, warehouse: warehouse_id } }) as const;

/** The hub of a line. Where no heading names the supplier, the line does. */
function placeText({ seller, supplier }: CoverRow, show: GoodsProps['show']): string {
  if (show === 'supplier') return seller.name;
  return supplier ? `${seller.name}, from ${supplier.name}` : `${seller.name}, no supplier`;
}

/** A hub with more goods than it needs. People who may make any purchase order move the goods with one press. Other people read a proposal. */
function Spare({ row, onMoved }: { row: CoverRow; onMoved: GoodsProps['onMoved'] }) {
  const moves = useCan('create_purchase_order');
  const { send, busy } = useCommand();
  const { from } = row;
  if (!from) return <span className="no-value text-ink-faint sm:pl-3.5">{NO_VALUE}</span>;
  const text = `${plural(from.cases, '# case', '# cases')}, ${from.name}`;
  if (!moves) return <span className="text-ink-soft sm:pl-3.5">{text}</span>;
  return (
    <ServerButton
      look="quiet"
      disabled={busy}
      title={`Creates a transfer of ${casesText(from.cases * row.product.case_count, row.product.case_count)} from ${from.name} to ${row.seller.name}`}
      onClick={() =>
        void send(
          orderCover,
          linesFor(
            [row],
            () => from.cases,
            () => from._id,
          ),
          'Transfer between hubs created. It is open until somebody completes it.',
        ).then((made) => made && onMoved(made.orders.map((one) => one._id)))
      }
    >
      {/* The giving hub may have a very long name, so the name has a limit and the product keeps its width. */}
      <span className="max-w-64 truncate max-sm:max-w-40 max-sm:whitespace-normal">{text}</span>
    </ServerButton>
  );
}
