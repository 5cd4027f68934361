import { useEffect, useRef, useState } from 'react';
import type { product } from '#contract/catalogue/product.ts';
import type { RowOf } from '#contract/model.ts';
import { createGroupItem } from '#contract/orders/orderItemCalls.ts';
import { useCommand } from '#crud/command/useCommand.ts';
import { MAX_QUANTITY } from '#domain/limits.ts';
import { NO_VALUE } from '#domain/locale.ts';
import { lineAmount, parseMoney, showNaira } from '#domain/money.ts';
import { shortageOf, shortageText } from '#domain/stockLimit.ts';
import { casesText, unitsFromCases } from '#domain/units.ts';
import { Button } from '#ui/Button.tsx';
import { Form } from '#ui/fields/Form.tsx';
import { type Counting, Stepper } from '#ui/fields/Stepper.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import { Refused } from '../../../lines/parts/LineFields.tsx';
import { availableText, OUT_OF_STOCK } from '../../../lines/parts/texts.ts';
import { orderTexts } from '../texts.ts';
import { type StockedOrder, useHubStock } from './hubStock.ts';
import { mostOf, type Priced, PricesNotLoaded, usePrices } from './prices.tsx';

/** A product, and its price if the table has loaded it already. */
export interface Chosen {
  product: RowOf<typeof product>;
  priced: Priced | undefined;
  /** The cases that a person typed before this field was shown. */
  digits?: string;
}

interface HowManyProps extends Chosen {
  group: StockedOrder;
  /** Called when the step is closed. `added`: the product is now in the order. `next`: the text that was typed meanwhile, for the search. */
  onDone: (added: boolean, next: string) => void;
}

/** The second step of Add Product (ORD-37): the quantity, up to the hub's ceiling, and the resulting amount. */
export function HowMany({ product: row, priced, digits = '', group, onDone }: HowManyProps) {
  const [typed, setTyped] = useState<number | null>(() => unitsTyped(digits, row.case_count));
  const [counting, setCounting] = useState<Counting>('case');
  const prices = usePrices(group._id, [row._id]);
  const billed = prices.of.get(row._id) ?? priced;
  const ceiling = billed?.available ?? null;
  // The default quantity is one case, or less if fewer units are available.
  const mpu = billed?.mpu ?? 1;
  // The hub's ceiling, rounded down to a multiple of the MPU. 0 means that nothing can be ordered.
  const most = billed ? mostOf(billed) : null;
  const out = most === 0;
  const quantity = typed !== null && most ? Math.min(typed, most) : typed;
  // The note is shown if a quantity was typed before the ceiling was known. It is not shown for the default quantity.
  const lowered =
    typed !== null && most && typed > most && typed !== row.case_count
      ? `You typed ${casesText(typed, row.case_count)}. It was lowered to ${casesText(most, row.case_count)}: the hub offers no more.`
      : undefined;
  const stock = useHubStock(group, [row._id]);
  const there = stock?.units?.get(row._id);
  const hub = stock?.hub ?? '';
  const short = there !== undefined && quantity !== null && !out ? shortageOf(there, 0, quantity) : null;
  const { busy, send: write, refused, retyped } = useCommand();
  const form = useRef<HTMLDivElement>(null);
  const next = useRef('');
  // The field has the first digits already, so the cursor goes behind them.
  useEffect(() => {
    const field = digits === '' ? null : form.current?.querySelector('input');
    field?.setSelectionRange(field.value.length, field.value.length);
  }, [digits]);
  const [isLacking, setLacking] = useState(false);
  const kobo = billed ? parseMoney(billed.price) : null;
  const add = async () => {
    if (out) return;
    if (!quantity) {
      setLacking(true);
      const field = form.current?.querySelector('input');
      field?.focus();
      field?.select();
      return;
    }
    // Without an amount the server uses the hub's price, else the product's.
    const answer = await write(
      createGroupItem,
      { order_group_id: group._id, product_id: row._id, quantity },
      'Product added to order!',
    );
    if (answer) onDone(true, next.current);
  };
  return (
    <Form className="flex flex-col gap-4" onSubmit={add}>
      <p className="text-lg font-semibold">{row.name}</p>
      <div
        ref={form}
        onKeyDownCapture={(event) => {
          // While the product is being added, typed characters belong to the next search.
          if (!busy || event.key.length > 1 || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          next.current += event.key;
        }}
      >
        <Stepper
          label="Quantity"
          value={quantity}
          onChange={(units) => {
            setTyped(units);
            setLacking(false);
            retyped('quantity');
          }}
          max={most || undefined}
          multiple={mpu}
          hint={mpu > 1 ? orderTexts.inMultiples(row.case_count, mpu) : undefined}
          caseCount={row.case_count}
          counting={counting}
          onCounting={setCounting}
          notice={lowered}
          warning={
            isLacking ? orderTexts.noQuantity : short ? shortageText({ ...short, hub }, row.case_count) : undefined
          }
          autoFocus
        />
      </div>
      <Refused text={refused.quantity} />
      {out ? (
        <>
          <Refused text={OUT_OF_STOCK} />
          <p className="text-sm text-ink-faint">{orderTexts.limitZero}</p>
        </>
      ) : (
        // Both lines keep their height while the price is loading, so that nothing moves.
        <p className="min-h-5 text-sm text-ink-faint">
          {[
            ...(there === undefined || short ? [] : [`${casesText(there, row.case_count)} in ${hub}`]),
            // A warning stands where the field says this.
            ...(short && mpu > 1 ? [orderTexts.inMultiples(row.case_count, mpu)] : []),
            // The limit is said if it is below the stock, or if the stock is not known.
            ...(ceiling === null || (there !== undefined && ceiling >= there)
              ? []
              : [`${availableText(ceiling, row.case_count)}, ${orderTexts.limit}`]),
          ].join('; ')}
        </p>
      )}
      <p className="flex min-h-10 justify-between border-t pt-3 text-lg">
        Amount{' '}
        {kobo !== null && quantity !== null ? (
          <strong className="figures">{showNaira(lineAmount(quantity, kobo, row.case_count))}</strong>
        ) : (
          <span className="text-ink-faint">{prices.pending ? '…' : NO_VALUE}</span>
        )}
      </p>
      {!billed && prices.failed && <PricesNotLoaded of={prices} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={() => onDone(false, '')}>Back</Button>
        <ServerButton type="submit" look="primary" icon="plus" busy={busy} disabled={out} waits={!quantity}>
          Add
        </ServerButton>
      </div>
    </Form>
  );
}

/** The quantity at the start in units: the typed cases, else one case. */
function unitsTyped(digits: string, caseCount: number): number | null {
  if (digits === '') return caseCount;
  const units = unitsFromCases(Number(digits), caseCount);
  return units !== null && units > 0 && units <= MAX_QUANTITY ? units : null;
}
