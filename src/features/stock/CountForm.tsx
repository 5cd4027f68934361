import { useEffect, useMemo, useRef, useState } from 'react';
import { CallError } from '#client/callError.ts';
import { invalidateAll } from '#client/reads/queries.ts';
import { callApi } from '#client/transport.ts';
import { type AdjustReason, adjustStock } from '#contract/stock/stockCalls.ts';
import { messageFor } from '#crud/command/messageFor.ts';
import { useIdempotencyKey } from '#crud/command/useIdempotencyKey.ts';
import { currentOf } from '#crud/conflict/ConflictDialog.tsx';
import { parseMoney } from '#domain/money.ts';
import { containsWords } from '#domain/text.ts';
import { casesText } from '#domain/units.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { toast } from '#ui/feedback/toasts.ts';
import { TextField } from '#ui/fields/Field.tsx';
import { Form } from '#ui/fields/Form.tsx';
import { firstWrongOf } from '#ui/fields/firstWrong.ts';
import { Picker } from '#ui/fields/Picker.tsx';
import { type Counting, Stepper } from '#ui/fields/Stepper.tsx';
import type { CountedProduct } from './openingFile.ts';

/** The form for one product's count (B2.10): the quantity that is there now, not a change. `stock` has units by product id. */
export function CountForm({
  warehouseId,
  products,
  stock,
  reason,
}: {
  warehouseId: string;
  products: readonly CountedProduct[];
  stock: ReadonlyMap<string, number>;
  reason: AdjustReason;
}) {
  const [chosen, setChosen] = useState('');
  const [counted, setCounted] = useState<number | null>(null);
  const [counting, setCounting] = useState<Counting>('case');
  const [price, setPrice] = useState('');
  const [note, setNote] = useState('');
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  // Pressing again after a lost response sends the same count (B12.7).
  const keys = useIdempotencyKey();
  /** The stock when counting began. The server reports a conflict if stock moved afterwards. */
  const [against, setAgainst] = useState<number | null>(null);
  const product = products.find((one) => one._id === chosen);
  /**
   * The last count saved here, until the stock is read again. A second count of the product is then compared with it, so that the person's own
   * change is not a conflict.
   */
  const [own, setOwn] = useState<{ product: string; before: number | undefined; counted: number } | null>(null);
  if (own && stock.get(own.product) !== own.before) setOwn(null);
  const read = stock.get(chosen);
  const held = against ?? (own?.product === chosen && own.before === read ? own.counted : (read ?? 0));
  const options = useMemo(
    () => products.map((one) => ({ value: one._id, label: one.name, note: one.sku_id })),
    [products],
  );
  const opening = reason === 'opening';
  const kobo = parseMoney(price || '0');
  const priceError = !opening || (kobo !== null && kobo >= 0) ? undefined : 'Buy price must be a number.';
  const typed = useRef({ chosen, counted });
  useEffect(() => {
    typed.current = { chosen, counted };
  }, [chosen, counted]);
  const valid = product !== undefined && counted !== null && counted !== held && !priceError;
  const count = (next: number | null) => {
    setCounted(next);
    setAgainst((before) => (next === null ? null : (before ?? held)));
  };
  const save = async () => {
    if (!valid || counted === null) return;
    setBusy(true);
    setRefused({});
    const focusRefused = firstWrongOf();
    const body = {
      warehouse_id: warehouseId,
      product_id: chosen,
      counted,
      reason,
      note,
      cost_price: opening ? price : '',
      base_quantity: held,
    };
    try {
      await callApi(adjustStock, body, { key: keys.keyFor(body) });
      keys.done();
      setOwn({ product: chosen, before: read, counted });
      toast('good', 'Stock successfully updated.');
      // Values typed while the request ran are kept.
      if (typed.current.chosen !== chosen) return;
      if (typed.current.counted !== counted) return setAgainst(counted);
      setChosen('');
      count(null);
      setPrice('');
      setNote('');
    } catch (error) {
      keys.failed(error);
      // The response carries the current quantity: the next press compares with it.
      if (error instanceof CallError && error.word === 'conflict')
        setAgainst(currentOf<{ quantity: number }>(error.data)?.quantity ?? null);
      if (error instanceof CallError) {
        setRefused(error.fields);
        focusRefused();
      }
      toast('bad', messageFor(error));
    } finally {
      setBusy(false);
      await invalidateAll();
    }
  };
  return (
    <Card label="One product">
      <h2 className="text-lg font-bold">One product</h2>
      <Form className="mt-3 flex flex-col gap-4" onSubmit={save}>
        <div className="grid items-end gap-4 md:grid-cols-2">
          <Picker
            label="Product"
            options={options}
            value={chosen}
            onChange={(next) => {
              setChosen(next);
              count(null);
            }}
            matches={(option, words) => containsWords(`${option.label} ${option.note ?? ''}`, words)}
            placeholder="Name or SKU"
            none="There is no such product."
            hint={product && `In the books: ${casesText(held, product.case_count)}`}
          />
          {product && (
            <Stepper
              label="Counted"
              min={0}
              value={counted}
              onChange={count}
              caseCount={product.case_count}
              counting={counting}
              onCounting={setCounting}
            />
          )}
        </div>
        {product && (
          <div className="grid items-start gap-4 md:grid-cols-2">
            {opening && (
              <TextField
                label="Buy price per case (NGN)"
                inputMode="decimal"
                value={price}
                onChange={(text) => {
                  setPrice(text);
                  setRefused(({ cost_price: _gone, ...rest }) => rest);
                }}
                error={priceError ?? refused.cost_price}
                hint="Left empty, the stock is valued at the list price."
              />
            )}
            <TextField
              label="Note"
              value={note}
              onChange={(text) => {
                setNote(text);
                setRefused(({ note: _gone, ...rest }) => rest);
              }}
              error={refused.note}
              autoComplete="off"
            />
          </div>
        )}
        <div className="flex flex-wrap items-center justify-end gap-3">
          {product && counted === held && <p className="text-ink-faint">That is what the books say already.</p>}
          <Button type="submit" look="primary" busy={busy} disabled={!valid}>
            Save count
          </Button>
        </div>
      </Form>
    </Card>
  );
}
