import { useQuery } from '@tanstack/react-query';
import { queryFor } from '#client/reads/queries.ts';
import { type SellerProductLog, sellerProductLogs } from '#contract/catalogue/productCalls.ts';
import { QueryBoundary } from '#crud/query/QueryBoundary.tsx';
import { emptyTexts } from '#crud/texts.ts';
import { showNaira } from '#domain/money.ts';
import { META_LABEL, metaText } from '#domain/sellerMeta.ts';
import { Card } from '#ui/Card.tsx';
import { Table } from '#ui/tables/Table.tsx';
import { momentText } from '#ui/when.ts';

const LABEL: Readonly<Record<string, string>> = {
  status: 'Status',
  mpu: 'MPU',
  price: 'Price',
  quantity: 'Quantity',
  meta: META_LABEL,
};

const NONE = <p className="px-5 py-8 text-center text-ink-soft">No product logs found.</p>;

/** Shows the change log, newest first (PROD-31). Null: the hub does not have the product yet. */
export function SellerLog({ sellerProductId }: { sellerProductId: string | null }) {
  const query = useQuery({
    ...queryFor(sellerProductLogs, { seller_product_id: sellerProductId ?? '' }),
    enabled: sellerProductId !== null,
  });
  return (
    <Card padded={false} label="Product logs">
      <h2 className="border-b px-5 py-3 text-base font-semibold">Product logs</h2>
      {sellerProductId === null ? (
        NONE
      ) : (
        <QueryBoundary query={query} rows={3} empty={NONE}>
          {(rows) => (
            <Table
              label="Product logs"
              rows={rows}
              keyOf={(row) => row._id}
              columns={[
                { key: 'tag', title: 'Tag', cell: (row) => LABEL[row.tag] ?? row.tag },
                { key: 'value', title: 'Value', grow: true, cell: (row) => <b className="figures">{shown(row)}</b> },
                { key: 'created', title: 'Created', cell: (row) => momentText(row.created) },
                { key: 'by', title: 'By', cell: (row) => row.created_by?.name ?? '' },
              ]}
            />
          )}
        </QueryBoundary>
      )}
    </Card>
  );
}

function shown({ tag, value }: SellerProductLog): string {
  if (tag === 'price') return showNaira(value);
  if (tag === 'status') return value === 'active' ? 'Active' : 'Inactive';
  if (tag === 'quantity') return value === '-1' ? 'No limit' : value;
  if (tag !== 'meta') return value;
  return metaText(value) || emptyTexts.none;
}
