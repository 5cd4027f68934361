import { useMemo, useState } from 'react';
import type { AdjustReason } from '#contract/stock/stockCalls.ts';
import { Pack } from '#crud/fields/Pack.tsx';
import { containsWords } from '#domain/text.ts';
import { casesText } from '#domain/units.ts';
import { Card } from '#ui/Card.tsx';
import { toast } from '#ui/feedback/toasts.ts';
import { TextField } from '#ui/fields/Field.tsx';
import { Form } from '#ui/fields/Form.tsx';
import { focusFirstWrong } from '#ui/fields/firstWrong.ts';
import { Picker } from '#ui/fields/Picker.tsx';
import { type Counting, Stepper } from '#ui/fields/Stepper.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import type { CountedProduct } from './openingFile.ts';
import { useCount } from './useCount.ts';

interface Props {
  warehouseId: string;
  products: readonly CountedProduct[];
  /** Units by product id. */
  stock: ReadonlyMap<string, number>;
  reason: AdjustReason;
}

/** The count of one product (B2.10): the quantity that is there now, not the difference. */
export function CountForm(props: Props) {
  const { products, reason } = props;
  const count = useCount(props);
  const { chosen, counted, held, price, priceError, refused } = count;
  const [counting, setCounting] = useState<Counting>('case');
  const product = products.find((one) => one._id === chosen);
  const valid = product !== undefined && counted !== null && counted !== held && !priceError;
  const options = useMemo(
    () => products.map((one) => ({ value: one._id, label: one.name, note: one.sku_id, one })),
    [products],
  );
  return (
    <Card label="One product">
      <h2 className="text-base font-semibold">One product</h2>
      <Form
        className="mt-3 flex flex-col gap-4"
        onSubmit={async () => {
          if (valid) return count.save(counted);
          focusFirstWrong();
          if (!product) toast('info', 'Choose the product that you counted.');
          else if (counted === null) toast('info', 'Type how much is there.');
        }}
      >
        <div className="grid items-end gap-4 md:grid-cols-2">
          <Picker
            label="Product"
            options={options}
            value={chosen}
            onChange={count.choose}
            matches={(option, words) => containsWords(`${option.label} ${option.note ?? ''}`, words)}
            pictureOf={({ one }) => <Pack product={one} size="option" />}
            placeholder="Search by name or SKU"
            none="No product matches. Check the spelling."
            hint={product && `In the books: ${casesText(held, product.case_count)}`}
          />
          {product && (
            <Stepper
              label="Counted"
              min={0}
              value={counted}
              onChange={count.setCounted}
              caseCount={product.case_count}
              counting={counting}
              onCounting={setCounting}
            />
          )}
        </div>
        {product && (
          <div className="grid items-start gap-4 md:grid-cols-2">
            {reason === 'opening' && (
              <TextField
                label="Buy price per case (NGN)"
                inputMode="decimal"
                value={price}
                onChange={count.setPrice}
                error={priceError ?? refused.cost_price}
                hint="Left empty, the stock is valued at the list price."
              />
            )}
            <TextField
              label="Note"
              value={count.note}
              onChange={count.setNote}
              error={refused.note}
              autoComplete="off"
            />
          </div>
        )}
        <div className="flex flex-wrap items-center justify-end gap-3">
          {product && counted === held && <p className="text-ink-faint">The stock has this figure already.</p>}
          <ServerButton type="submit" look="primary" busy={count.busy} waits={!valid}>
            Save count
          </ServerButton>
        </div>
      </Form>
    </Card>
  );
}
