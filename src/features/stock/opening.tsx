import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { allQuery, invalidateAll, oneQuery, queryFor } from '#client/reads/queries.ts';
import { callApi } from '#client/transport.ts';
import { product } from '#contract/catalogue/product.ts';
import {
  ADJUST_LABEL,
  ADJUST_REASONS,
  type AdjustReason,
  adjustStockRows,
  productsOf,
} from '#contract/stock/stockCalls.ts';
import { warehouse } from '#contract/stock/warehouse.ts';
import { useId } from '#crud/address.ts';
import type { GoodRow } from '#crud/csv/checkCsv.ts';
import { LateCsvUpload } from '#crud/csv/LateCsvUpload.tsx';
import { TextLink } from '#crud/Link.tsx';
import { combineQueries, QueryCard } from '#crud/query/QueryBoundary.tsx';
import { BULK_ROWS } from '#domain/limits.ts';
import { showNaira } from '#domain/money.ts';
import { WAREHOUSE_TYPE_LABEL } from '#domain/transfer.ts';
import { casesText } from '#domain/units.ts';
import { Card } from '#ui/Card.tsx';
import { SelectField } from '#ui/fields/Field.tsx';
import { Page } from '#ui/Page.tsx';
import { CountForm } from './CountForm.tsx';
import { COUNT_COLUMNS, COUNT_NEEDS, type Count, countReader } from './openingFile.ts';

/** Opening stock and counts of a warehouse (B2.10), one product at a time or from a file. */
export function Screen() {
  const id = useId();
  const owner = useQuery(oneQuery(warehouse, id));
  const products = useQuery(allQuery(product));
  const held = useQuery(queryFor(productsOf, { warehouse_id: id }));
  const [reason, setReason] = useState<AdjustReason>('opening');
  const row = owner.data?.data[0];
  const stock = useMemo(
    () => new Map((held.data?.data ?? []).map((one) => [one.product_id, one.quantity])),
    [held.data],
  );
  const reader = useMemo(
    () => (products.data && held.data ? countReader(products.data.data, stock, reason) : null),
    [products.data, held.data, stock, reason],
  );
  return (
    <Page
      title="Count stock"
      note={
        row && (
          <>
            {row.parent.name}, {WAREHOUSE_TYPE_LABEL[row.parent_type]}.{' '}
            <TextLink to={`/warehouses/${id}/products`}>Products of this warehouse</TextLink>
          </>
        )
      }
    >
      <QueryCard query={combineQueries(owner, products, held)}>
        {([, all]) => (
          <>
            <Card>
              <div className="max-w-sm">
                <SelectField
                  label="Reason"
                  value={reason}
                  onChange={(next) => setReason(next as AdjustReason)}
                  options={ADJUST_REASONS.map((one) => ({ value: one as string, label: ADJUST_LABEL[one] }))}
                  hint="The log of each product below keeps it."
                />
              </div>
            </Card>
            <CountForm warehouseId={id} products={all} stock={stock} reason={reason} />
            <LateCsvUpload
              title="Many products from a file"
              file="stock-count"
              columns={COUNT_COLUMNS}
              needed={COUNT_NEEDS}
              reader={reader}
              unchanged={(count) => count.counted === count.held}
              size={BULK_ROWS}
              send={(batch) => callApi(adjustStockRows, asRows(id, batch))}
              onWritten={() => void invalidateAll()}
              preview={PREVIEW}
            >
              One row per product, with what is there now. Products that are not in the file stay as they are. Nothing
              is saved before you have checked the rows.
            </LateCsvUpload>
          </>
        )}
      </QueryCard>
    </Page>
  );
}

/** The rows keep the reason of the dry run, even if the person chose another reason since. */
function asRows(warehouse_id: string, batch: readonly GoodRow<Count>[]) {
  return {
    warehouse_id,
    reason: batch[0]?.value.reason ?? 'count',
    product_id: batch.map(({ value }) => value.product._id),
    counted: batch.map(({ value }) => value.counted),
    base_quantity: batch.map(({ value }) => value.held),
    cost_price: batch.map(({ value }) => value.price),
    note: batch.map(({ value }) => value.note),
    op_key: batch.map(({ key }) => key),
  };
}

const PREVIEW = [
  {
    key: 'product',
    title: 'Product',
    grow: true,
    cell: ({ value }: GoodRow<Count>) => <span className="whitespace-normal font-semibold">{value.product.name}</span>,
  },
  {
    key: 'now',
    title: 'In the books',
    align: 'right' as const,
    cell: ({ value }: GoodRow<Count>) => casesText(value.held, value.product.case_count),
  },
  {
    key: 'counted',
    title: 'Counted',
    align: 'right' as const,
    cell: ({ value }: GoodRow<Count>) => casesText(value.counted, value.product.case_count),
  },
  {
    key: 'price',
    title: 'Buy price',
    align: 'right' as const,
    cell: ({ value }: GoodRow<Count>) => (value.price ? showNaira(value.price) : ''),
  },
];
