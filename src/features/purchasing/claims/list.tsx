import { FilterSelect } from '#crud/fields/FilterSelect.tsx';
import { Link } from '#crud/Link.tsx';
import { ListScreen } from '#crud/list/ListScreen.tsx';
import { CLAIM_LABEL, CLAIM_STATUSES, SETTLED_LABEL } from '#domain/discrepancy.ts';
import { NO_VALUE } from '#domain/locale.ts';
import { showDateTime } from '#domain/longTime.ts';
import { koboOf, oneRule, showNaira } from '#domain/money.ts';
import { buttonClasses } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Moment } from '#ui/tables/Moment.tsx';
import { Sum } from '#ui/tables/Pager.tsx';
import { ClaimMark } from '../discrepancies/cells.tsx';
import { PURCHASING_LISTS } from '../parts/lists.ts';

const path = '/claims';
const words = {
  one: 'Claim',
  many: 'Claims',
  none: 'No claims found',
  why: 'A claim begins with the lines of a discrepancy: press “Lines to claim”.',
};
const TABS = (['open', 'sent', 'settled'] as const).map((status) => ({
  name: CLAIM_LABEL[status],
  search: { status },
}));

/** Claims from suppliers, the newest first (DISC-23). */
export function Screen() {
  return (
    <ListScreen
      {...PURCHASING_LISTS[path]}
      words={words}
      path={path}
      create={null}
      tabs={TABS}
      clears
      filterBar={({ state, set }) => (
        <FilterSelect
          many
          label="Status"
          blank="All"
          value={state.filters.status ?? ''}
          onChange={(status) => set({ status })}
          options={CLAIM_STATUSES.map((value) => ({ value, label: CLAIM_LABEL[value] }))}
        />
      )}
      main={
        <Link to="/discrepancies" search={{ claimed: 'no' }} className={buttonClasses('primary')}>
          <Icon name="plus" /> Lines to claim
        </Link>
      }
      open={(row) => `${path}/${row._id}`}
      chosenSum={(rows) => showNaira(rows.reduce((sum, row) => sum + koboOf(row.amount), 0))}
      sumOf={({ amount }) => <Sum name="Amount">{showNaira(amount ?? '0')}</Sum>}
      columns={[
        {
          title: 'Ref',
          sort: 'ref',
          stick: true,
          card: 'state',
          cell: (row) => (
            <Link to={`${path}/${row._id}`} className="touch-tap row-link figures whitespace-nowrap">
              {row.ref}
            </Link>
          ),
        },
        {
          title: 'Supplier',
          sort: 'distributor',
          grow: true,
          card: 'lead',
          cell: (row) => (
            <span className="cut" title={row.distributor.name}>
              {row.distributor.name}
            </span>
          ),
        },
        {
          title: 'Created',
          word: 'Created',
          sort: 'created',
          card: 'time',
          cell: (row) => <Moment at={row.created} />,
        },
        {
          title: 'Sent',
          sort: 'sent_at',
          aside: 1,
          cell: (row) => (row.sent_at === null ? NO_VALUE : <Moment at={row.sent_at} />),
        },
        { title: 'Lines', align: 'right', aside: 2, cell: (row) => row.line_count },
        {
          title: 'Amount',
          sort: 'amount',
          align: 'right',
          cell: (row, rows) => (
            <span className="figures font-semibold">{oneRule(rows.map((one) => one.amount))(koboOf(row.amount))}</span>
          ),
        },
        {
          title: 'Settled',
          aside: 0,
          cell: (row) =>
            row.settled_by === null
              ? NO_VALUE
              : row.settled_amount === null
                ? (row.settled_order?.ref ?? SETTLED_LABEL.goods)
                : `${showNaira(row.settled_amount)}, ${row.settled_number}`,
        },
        { title: 'Status', sort: 'status', cell: (row) => <ClaimMark status={row.status} /> },
      ]}
      rowActions={{
        of: (row) => row.ref,
        edit: false,
      }}
      sheet={{
        name: 'Claims',
        columns: [
          { title: 'Ref', value: (row) => row.ref },
          { title: 'Supplier', value: (row) => row.distributor.name },
          { title: 'Status', value: (row) => CLAIM_LABEL[row.status] },
          { title: 'Created', value: (row) => showDateTime(row.created) },
          { title: 'Sent', value: (row) => (row.sent_at === null ? '' : showDateTime(row.sent_at)) },
          { title: 'Closed at', value: (row) => (row.closed_at === null ? '' : showDateTime(row.closed_at)) },
          { title: 'Lines', value: (row) => row.line_count },
          { title: 'Amount', value: (row) => Number(row.amount) },
          { title: 'Settled by', value: (row) => (row.settled_by === null ? '' : SETTLED_LABEL[row.settled_by]) },
          { title: 'Credit', value: (row) => (row.settled_amount === null ? null : Number(row.settled_amount)) },
          { title: 'Number', value: (row) => row.settled_number },
          { title: 'Receipt', value: (row) => row.settled_order?.ref ?? '' },
          { title: 'Note', value: (row) => row.note, off: true },
        ],
      }}
    />
  );
}
