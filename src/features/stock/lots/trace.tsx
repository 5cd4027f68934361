import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CallError } from '#client/callError.ts';
import { queryFor } from '#client/reads/queries.ts';
import { type LotMove, type StoredLot, traceLot } from '#contract/stock/lotCalls.ts';
import { useId, useSearchValues, useSetSearch } from '#crud/address.ts';
import { TextLink } from '#crud/Link.tsx';
import { QueryCard } from '#crud/query/QueryBoundary.tsx';
import { useCan } from '#crud/query/useSession.ts';
import { NO_VALUE } from '#domain/locale.ts';
import { showShort } from '#domain/time.ts';
import { casesText } from '#domain/units.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { EmptyState } from '#ui/feedback/States.tsx';
import { TextField } from '#ui/fields/Field.tsx';
import { Form } from '#ui/fields/Form.tsx';
import { Page } from '#ui/Page.tsx';
import { type Column, Table } from '#ui/tables/Table.tsx';
import { ExpiryDay } from '../../catalogue/parts/ExpiryDay.tsx';
import { useWedge } from '../scan/useWedge.ts';

/** Says where a lot is now and where it was, for a recall (LOT-18). */
export function Screen() {
  const product = useId();
  const { lot = '' } = useSearchValues();
  const setSearch = useSetSearch();
  const query = useQuery({
    ...queryFor(traceLot, { product_id: product, code: lot === '' ? undefined : lot }),
    placeholderData: keepPreviousData,
  });
  const trace = query.data?.data;
  const isUnknown = query.error instanceof CallError && query.error.code === 404;
  const show = (text: string) => void setSearch(text.trim() === '' ? {} : { lot: text.trim() });
  useWedge({ onScan: show, onBegin: (_resumes, remember) => remember(), isKnown: () => false });
  return (
    <Page
      title="Where did this lot go?"
      note={
        trace && (
          <>
            <TextLink to={`/products/${product}/update`} search={{ tab: 'overview' }}>
              {trace.product.name}
            </TextLink>
            , {trace.code === '' ? 'goods without a lot' : `lot ${trace.code}`}
          </>
        )
      }
    >
      <LotForm key={lot} lot={lot} onShow={show} />
      <QueryCard query={query} instead={isUnknown && <Unknown product={product} lot={lot} />}>
        {({ held, moves, product: { case_count } }) => (
          <>
            <Card padded={false} label="Where it is now">
              <h2 className="px-5 pt-3 pb-2 text-base font-semibold">Where it is now</h2>
              {held.length === 0 ? (
                <EmptyState title="Nothing of this lot is left in a warehouse">
                  <p>The list below shows where it was.</p>
                </EmptyState>
              ) : (
                <Table cards label="Where it is now" columns={heldColumns(case_count)} rows={held} keyOf={keyOf} />
              )}
            </Card>
            <Card padded={false} label="Where it was">
              <h2 className="px-5 pt-3 pb-2 text-base font-semibold">Where it was</h2>
              <Table
                cards
                label="Where it was"
                columns={moveColumns(case_count)}
                rows={moves}
                keyOf={({ _id }) => _id}
              />
            </Card>
          </>
        )}
      </QueryCard>
    </Page>
  );
}

const keyOf = ({ warehouse, expires }: StoredLot) => `${warehouse._id} ${expires}`;

/** The form for another lot of the same product. The lot is typed, or scanned from a GS1 code. */
function LotForm({ lot, onShow }: { lot: string; onShow: (text: string) => void }) {
  const [text, setText] = useState(lot);
  return (
    <Form onSubmit={() => onShow(text)} className="no-print flex max-w-md items-start gap-2">
      <div className="min-w-0 flex-1">
        <TextField label="Lot" value={text} onChange={setText} hint="Type its name, or scan its code." />
      </div>
      {/* The padding is the height of the field's label, so that the button stands beside the field. */}
      <div className="pt-6.5">
        <Button type="submit" look="primary">
          Show
        </Button>
      </div>
    </Form>
  );
}

/** The state if no goods of the lot ever moved, or if no lot was named and the product has no goods without a lot. */
function Unknown({ product, lot }: { product: string; lot: string }) {
  const ofProduct = (
    <TextLink to={`/products/${product}/update`} search={{ tab: 'overview' }}>
      Lots of this product
    </TextLink>
  );
  return lot === '' ? (
    <EmptyState scene="find" title="Which lot?">
      <p>Type the name of a lot above, or scan its code.</p>
      {ofProduct}
    </EmptyState>
  ) : (
    <EmptyState scene="find" title="Lot not found">
      <p>{`No goods of this product moved as lot “${lot}”.`}</p>
      {ofProduct}
    </EmptyState>
  );
}

const heldColumns = (caseCount: number): Column<StoredLot>[] => [
  { key: 'warehouse', title: 'Warehouse', grow: true, card: 'lead', cell: (row) => row.warehouse.name },
  { key: 'expires', title: 'Expires', cell: (row) => <ExpiryDay expires={row.expires} /> },
  {
    key: 'quantity',
    title: 'In stock',
    align: 'right',
    card: 'figure',
    cell: (row) => <span className="figures">{casesText(row.quantity, caseCount)}</span>,
  },
];

const moveColumns = (caseCount: number): Column<LotMove>[] => [
  { key: 'at', title: 'Time', cell: (row) => <span className="figures whitespace-nowrap">{showShort(row.at)}</span> },
  {
    key: 'warehouse',
    title: 'Warehouse',
    grow: true,
    card: 'lead',
    cell: (row) => (
      <span className="block min-w-0 py-1">
        <span className="block">{row.warehouse.name}</span>
        {row.other && (
          <span className="block text-xs text-ink-soft">
            {row.quantity < 0 ? 'To' : 'From'} {row.other.name}
          </span>
        )}
      </span>
    ),
  },
  { key: 'ref', title: 'Transfer', cell: (row) => <Ref row={row} /> },
  {
    key: 'by',
    title: 'By',
    aside: 2,
    cell: (row) => <span className="whitespace-nowrap">{row.by?.name ?? NO_VALUE}</span>,
  },
  {
    key: 'quantity',
    title: 'Change',
    align: 'right',
    card: 'figure',
    cell: (row) => (
      <span className="figures whitespace-nowrap">
        {row.quantity < 0 ? '−' : '+'}
        {casesText(Math.abs(row.quantity), caseCount)}
      </span>
    ),
  },
];

function Ref({ row: { order, ref } }: { row: LotMove }) {
  const opens = useCan('view_purchase_orders');
  return order && opens ? (
    <TextLink to={`/purchase-orders/${order._id}`}>{ref}</TextLink>
  ) : (
    <span className="figures">{ref || NO_VALUE}</span>
  );
}
