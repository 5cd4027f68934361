import { useCallback, useState } from 'react';
import { invalidateAll } from '#client/reads/queries.ts';
import { callApi, callPath } from '#client/transport.ts';
import type { BulkAnswer } from '#contract/call.ts';
import { takenSkus } from '#contract/catalogue/productCalls.ts';
import { encodeForm, MAX_LIST } from '#contract/form.ts';
import type { GoodRow } from '#crud/csv/checkCsv.ts';
import { LateCsvUpload } from '#crud/csv/LateCsvUpload.tsx';
import type { CsvRow } from '#crud/csv/readCsv.ts';
import { byLabel } from '#crud/fields/pickers.ts';
import { choiceState } from '#crud/query/choiceState.tsx';
import { MAX_BODY, PRODUCT_BULK_ROWS } from '#domain/limits.ts';
import { showNaira } from '#domain/money.ts';
import { skuKey } from '#domain/sku.ts';
import { Card } from '#ui/Card.tsx';
import { StatusBadge } from '#ui/feedback/Badge.tsx';
import { toast } from '#ui/feedback/toasts.ts';
import { Picker } from '#ui/fields/Picker.tsx';
import { Page } from '#ui/Page.tsx';
import { useBrandOptions } from './options.ts';
import { type ColumnName, type NewProduct, PRODUCT_COLUMNS, productReader } from './productFile.ts';

const NO_ROWS = 'No products found, please check the file and try again.';
const never = () => false;

/** Creates many products of one brand from a CSV (PROD-37 to PROD-40). */
export function ProductUpload({ brandId, brandName }: { brandId: string; brandName: string }) {
  const [brand, setBrand] = useState(brandId);
  const { options, query } = useBrandOptions([brandId]);
  const send = useCallback((batch: readonly GoodRow<NewProduct>[]) => sendProducts(brand, batch), [brand]);
  const name = options.find((one) => one.value === brand)?.label ?? brandName;
  return (
    <Page title="Upload Products" note={name ? `Brand: ${name}` : undefined}>
      {!brandId && (
        <Card>
          <div className="max-w-sm">
            <Picker
              label="Brand"
              options={options}
              matches={byLabel}
              value={brand}
              onChange={setBrand}
              placeholder="Choose a brand"
              required
              {...choiceState(query)}
            />
          </div>
        </Card>
      )}
      {brand && (
        <LateCsvUpload<ColumnName, NewProduct>
          title="New products from a file"
          file="products"
          columns={PRODUCT_COLUMNS}
          needed="in order"
          none={NO_ROWS}
          reader={readerOf}
          unchanged={never}
          size={PRODUCT_BULK_ROWS}
          send={send}
          onWritten={(sums) => {
            void invalidateAll();
            if (!sums) return;
            // The toast is shown once, and includes rows that were written before a stop.
            const { written, refused } = sums;
            toast(refused > 0 ? 'info' : 'good', `${written} products uploaded successfully, ${refused} failed.`);
          }}
          preview={PREVIEW}
        >
          One row per product, nine columns in this order. The first row is the heading and is skipped; rows with
          another number of cells, or with an empty cell after the SKU, are listed and can be downloaded.
        </LateCsvUpload>
      )}
    </Page>
  );
}

/** Asks the server about the SKUs of the file only, in several requests (D13). */
async function readerOf(rows: readonly CsvRow[], signal: AbortSignal) {
  const skus = new Map(rows.slice(1).map(({ cells }) => [skuKey(cells[0] ?? ''), (cells[0] ?? '').trim()]));
  skus.delete('');
  const all = [...skus.values()].filter((sku) => sku.length <= 60);
  const taken = new Set<string>();
  try {
    for (let at = 0; at < all.length; at += MAX_LIST) {
      const rowsOf = await callApi(takenSkus, { sku_id: all.slice(at, at + MAX_LIST) });
      signal.throwIfAborted();
      for (const { sku_id } of rowsOf) taken.add(skuKey(sku_id));
    }
  } catch (error) {
    // Without a response no further SKU is known to be taken. The server then refuses such rows one by one.
    if (signal.aborted) throw error;
  }
  return productReader(taken);
}

/** Sends one batch. A batch with long descriptions that exceeds the largest body is halved. */
async function sendProducts(brand: string, batch: readonly GoodRow<NewProduct>[]): Promise<BulkAnswer> {
  const column = (name: ColumnName) => batch.map(({ value }) => value[name]);
  const body = {
    brand_id: brand,
    ...Object.fromEntries((Object.keys(PRODUCT_COLUMNS) as ColumnName[]).map((name) => [name, column(name)])),
    op_key: batch.map(({ key }) => key),
  };
  if (batch.length > 1 && encodeForm(body).length > MAX_BODY * 0.9) {
    const half = Math.ceil(batch.length / 2);
    const first = await sendProducts(brand, batch.slice(0, half));
    const second = await sendProducts(brand, batch.slice(half));
    return {
      succeeded: first.succeeded + second.succeeded,
      failed: first.failed + second.failed,
      results: [...first.results, ...second.results.map((one) => ({ ...one, index: one.index + half }))],
    };
  }
  return (await callPath('POST', 'product/create_bulk', body, { write: true })) as BulkAnswer;
}

const text = (name: ColumnName, title: string) => ({
  key: name,
  title,
  cell: ({ value }: GoodRow<NewProduct>) => value[name],
});

const PREVIEW = [
  {
    key: 'name',
    title: 'Name',
    grow: true,
    cell: ({ value }: GoodRow<NewProduct>) => <span className="whitespace-normal font-semibold">{value.name}</span>,
  },
  text('sku_id', 'SKU'),
  { ...text('case_count', 'Case count'), align: 'right' as const },
  { ...text('mpu', 'MPU'), align: 'right' as const },
  {
    key: 'price',
    title: 'Price',
    align: 'right' as const,
    cell: ({ value }: GoodRow<NewProduct>) => <span className="figures">{showNaira(value.price)}</span>,
  },
  { key: 'status', title: 'Status', cell: ({ value }: GoodRow<NewProduct>) => <StatusBadge status={value.status} /> },
];
