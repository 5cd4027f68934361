import { useMemo, useRef } from 'react';
import { purchaseOrder } from '#contract/purchasing/purchaseOrder.ts';
import { useId, useSearchValues } from '#crud/address.ts';
import { FilterSelect } from '#crud/fields/FilterSelect.tsx';
import { FormScreen } from '#crud/form/FormScreen.tsx';
import { Link } from '#crud/Link.tsx';
import { ListScreen } from '#crud/list/ListScreen.tsx';
import type { ListControl } from '#crud/list/useListState.ts';
import { showDateTime } from '#domain/longTime.ts';
import { koboOf, oneRule, showNaira } from '#domain/money.ts';
import { KINDS, PARTY_LABEL, type WizardKind } from '#domain/transfer.ts';
import { buttonClasses } from '#ui/Button.tsx';
import { Notice } from '#ui/feedback/States.tsx';
import { Moment } from '#ui/tables/Moment.tsx';
import { Sum } from '#ui/tables/Pager.tsx';
import { MOVEMENT_LABEL } from '../catalogue/parts/movements.ts';
import { OrderFields } from './OrderFields.tsx';
import { OrderPeek } from './OrderPeek.tsx';
import { Dated, Kind, Party, Ref, tagOf } from './orderCells.tsx';
import { blankOrder, dateAtSubmit, orderValues, sameParty } from './orderValues.ts';
import { ChosenParties, PartyFilter } from './PartyFilter.tsx';
import { PrintChosen } from './PrintChosen.tsx';
import { PURCHASING_LISTS } from './parts/lists.ts';

const path = '/purchase-orders';
const words = {
  one: 'Purchase order',
  many: 'Purchase Orders',
  title: 'Purchase Order',
  none: 'No purchase orders found',
};

const DONE = { text: 'Completed' };
const TABS = [
  { name: 'Not completed', search: { tag: 'purchase_order' } },
  { name: DONE.text, search: { tag: 'receipt' } },
];

/** The list of purchase orders (PO-01 to PO-08). */
export function List() {
  const { source_type = '', destination_type = '', search = '' } = useSearchValues();
  const isOneKind = source_type !== '' && destination_type !== '';
  return (
    <ListScreen
      {...PURCHASING_LISTS[path]}
      words={words}
      path={path}
      filterBar={(control) => <Filters {...control} />}
      tabs={TABS}
      clears
      open={(row) => `${path}/${row._id}`}
      peek={(row) => <OrderPeek row={row} />}
      chosenSum={(rows) => showNaira(rows.reduce((sum, row) => sum + koboOf(row.amount), 0))}
      chosenActs={(rows) => <PrintChosen ids={rows.map((row) => row._id)} />}
      // Goods in and goods out cannot be added, so a list of several kinds has the sum of each kind. A search among all of them would be slower with sums.
      {...(isOneKind
        ? { sumOf: ({ amount }) => <Sum name="Amount">{showNaira(amount ?? '0')}</Sum> }
        : search === ''
          ? { sumOf: sumsOfKinds }
          : {})}
      columns={[
        { title: 'Created', sort: 'created', aside: 2, card: 'none', cell: (row) => <Moment at={row.created} /> },
        { title: 'Date', sort: 'timestamp', card: 'time', cell: (row) => <Dated row={row} /> },
        {
          title: 'Ref',
          sort: 'ref',
          stick: true,
          card: 'state',
          cell: (row) => <Ref row={row} />,
        },
        {
          title: 'Tag',
          sort: 'tag',
          aside: 1,
          card: 'none',
          cell: tagOf,
        },
        { title: 'Type', card: 'lead', cell: (row) => <Kind row={row} /> },
        {
          title: 'Source',
          word: 'From',
          sort: 'source',
          grow: true,
          cell: (row) => <Party name={row.source_obj.name} type={row.source_type} />,
        },
        {
          title: 'Destination',
          word: '',
          sort: 'destination',
          grow: true,
          cell: (row) => <Party to name={row.destination_obj.name} type={row.destination_type} />,
        },
        {
          title: 'Amount',
          // A card has no room for a heading beside a type of two words, and the naira sign says what the figure is.
          word: '',
          sort: 'amount',
          align: 'right',
          cell: (row, rows) => (
            <span className="figures font-semibold">
              {oneRule(rows.map(({ amount }) => amount))(koboOf(row.amount))}
            </span>
          ),
        },
      ]}
      rowActions={{
        of: (row) => row.ref,
      }}
      sheet={{
        name: 'Purchase Orders',
        columns: [
          { title: 'Created', value: (row) => showDateTime(row.created) },
          { title: 'Date', value: (row) => showDateTime(row.timestamp) },
          { title: 'Ref', value: (row) => row.ref },
          { title: 'Tag', value: tagOf },
          { title: 'Type', value: (row) => row.label },
          { title: 'Source type', value: (row) => PARTY_LABEL[row.source_type], off: true },
          { title: 'Source', value: (row) => row.source_obj.name },
          { title: 'Destination type', value: (row) => PARTY_LABEL[row.destination_type], off: true },
          { title: 'Destination', value: (row) => row.destination_obj.name },
          { title: 'Products', value: (row) => row.item_count, off: true },
          { title: 'Amount', value: (row) => Number(row.amount) },
          { title: 'Amount accepted', value: (row) => Number(row.amount_accepted), off: true },
        ],
      }}
    />
  );
}

/** The amount of each kind among the rows, all with kobo or all without. Kinds without an amount are left out. */
function sumsOfKinds(sums: Readonly<Record<string, string>>) {
  const moved = Object.values(KINDS).flatMap(({ kind, label }) => {
    const kobo = koboOf(sums[kind] ?? '0');
    return kobo === 0 ? [] : [{ kind, label, kobo }];
  });
  const show = oneRule(moved.map(({ kobo }) => kobo));
  return moved.map(({ kind, label, kobo }) => (
    <Sum key={kind} name={MOVEMENT_LABEL[kind]} rule={label}>
      {show(kobo)}
    </Sum>
  ));
}

/** The types of both parties of a kind of transfer. Empty texts for ''. */
const typesOf = (kind: string) => {
  const { source = '', destination = '' } = KINDS[kind as WizardKind] ?? {};
  return { source_type: source, destination_type: destination };
};
/** The only kind that passes the filters. '' if several kinds pass. */
const typeIn = ({ source_type, destination_type }: Readonly<Record<string, string>>): string =>
  Object.values(KINDS).find((one) => one.source === source_type && one.destination === destination_type)?.kind ?? '';

/** The filters (PO-02, PO-05). The address holds them, so they survive a reload and can be shared. */
function Filters({ state, set }: ListControl) {
  const idsOf = (name: 'sources' | 'destinations') => (state.filters[name] ?? '').split(',').filter(Boolean);
  const sides = [
    { label: 'Source', type: 'source_type', ids: 'sources' },
    { label: 'Destination', type: 'destination_type', ids: 'destinations' },
  ] as const;
  return (
    <>
      {/* The chosen parties stand first, so that a person sees active filters before those behind "+ Filter". */}
      {sides.map((side) => (
        <ChosenParties
          key={side.ids}
          label={side.label}
          ids={idsOf(side.ids)}
          onIds={(ids) => set({ [side.ids]: ids.join(',') })}
        />
      ))}
      {/* A type is a pair of party types (GEN-09), so the filter sets both. */}
      <FilterSelect
        label="Type"
        blank="All types"
        value={typeIn(state.filters)}
        onChange={(kind) => set({ ...typesOf(kind), sources: '', destinations: '' })}
        options={Object.values(KINDS).map(({ kind, label }) => ({ value: kind, label }))}
      />
      <FilterSelect
        label="Tag"
        blank="All"
        value={state.filters.tag ?? ''}
        onChange={(tag) => set({ tag })}
        options={[
          { value: 'purchase_order', label: 'Purchase order' },
          { value: 'receipt', label: 'Receipt' },
        ]}
      />
      {sides.map((side) => (
        <PartyFilter
          key={side.ids}
          label={side.label}
          type={state.filters[side.type] ?? ''}
          ids={idsOf(side.ids)}
          onType={(type) => set({ [side.type]: type, [side.ids]: '' })}
          onIds={(ids) => set({ [side.ids]: ids.join(',') })}
        />
      ))}
    </>
  );
}

/**
 * The create screen (PO-09, PO-13 to PO-15, PO-21). `?source_type=` and `?destination_type=` preset the types. Without them the form begins as the usual order,
 * a shipment from a distributor to a hub, and the types can be changed.
 */
export function Create() {
  const { source_type, destination_type } = useSearchValues();
  const isPreset = source_type !== undefined || destination_type !== undefined;
  const blank = useMemo(
    () => blankOrder(isPreset ? { source_type, destination_type } : USUAL, Math.floor(Date.now() / 1_000)),
    [isPreset, source_type, destination_type],
  );
  return <Form blank={blank} hidesTypes={isPreset} />;
}
const USUAL = { source_type: KINDS.shipment_in.source, destination_type: KINDS.shipment_in.destination };

export function Update() {
  const id = useId();
  return <Form id={id} blank={NAMES} />;
}
const NAMES = { timestamp: '', source_type: '', source: '', destination_type: '', destination: '' };

function Form({
  id,
  blank,
  hidesTypes = false,
}: {
  id?: string;
  blank: Record<string, string>;
  /** The address gave the types, so that their fields are left out (PO-14). */
  hidesTypes?: boolean;
}) {
  // A retry after a lost response repeats the same request with the same date. A refusal ends the request, and the next one is new.
  const sent = useRef({ of: '', timestamp: '' });
  return (
    <FormScreen
      of={purchaseOrder}
      words={words}
      path={path}
      id={id}
      blank={blank}
      from={orderValues}
      check={sameParty}
      also={(row, values) => {
        const timestamp = dateAtSubmit(values, row, blank, Math.floor(Date.now() / 1_000));
        if (timestamp === null) return {};
        const of = JSON.stringify(values);
        if (sent.current.of !== of) sent.current = { of, timestamp };
        return { timestamp: sent.current.timestamp };
      }}
      refused={() => {
        sent.current = { of: '', timestamp: '' };
      }}
      save={id === undefined ? 'Save & Add Products' : 'Update'}
      done={(made) => `${path}/${made}`}
      // The form of a receipt is locked.
      locked={(row) =>
        row.tag === 'receipt' && (
          <Notice
            tone="info"
            icon="lock"
            action={
              <Link to={`${path}/${row._id}`} className={buttonClasses('plain')}>
                View receipt
              </Link>
            }
          >
            This purchase order is a receipt and cannot be changed.
          </Notice>
        )
      }
    >
      {(form, mode, row) => (
        <OrderFields
          form={form}
          row={row}
          start={row ? orderValues(row) : blank}
          preset={{
            source: mode === 'create' && hidesTypes && blank.source_type !== '',
            destination: mode === 'create' && hidesTypes && blank.destination_type !== '',
          }}
        />
      )}
    </FormScreen>
  );
}
