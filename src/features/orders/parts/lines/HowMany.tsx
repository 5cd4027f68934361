import { useState } from 'react';
import type { product } from '#contract/catalogue/product.ts';
import type { RowOf } from '#contract/model.ts';
import { createGroupItem } from '#contract/orders/orderItemCalls.ts';
import { useCommand } from '#crud/command/useCommand.ts';
import { lineAmount, parseMoney, showNaira } from '#domain/money.ts';
import { casesText, showCases } from '#domain/units.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/feedback/States.tsx';
import { Form } from '#ui/fields/Form.tsx';
import { type Counting, Stepper } from '#ui/fields/Stepper.tsx';
import { orderTexts } from '../texts.ts';
import { type Priced, PricesNotLoaded, usePrices } from './prices.tsx';

/** A product, and its price if the table already has it. */
export interface Chosen {
  product: RowOf<typeof product>;
  priced: Priced | undefined;
}

interface HowManyProps extends Chosen {
  groupId: string;
  /** Called when this step ends; `added` says whether the product is in the order now. */
  onDone: (added: boolean) => void;
}

/** The second step of Add Product (ORD-37): the quantity, up to the hub's ceiling, and its amount. */
export function HowMany({ product: row, priced, groupId, onDone }: HowManyProps) {
  const [typed, setTyped] = useState<number | null>(row.case_count);
  const [counting, setCounting] = useState<Counting>('case');
  const prices = usePrices(groupId, [row._id]);
  const billed = prices.of.get(row._id) ?? priced;
  const ceiling = billed?.available ?? null;
  // The initial quantity is one case, or less if there is less.
  const mpu = billed?.mpu ?? 1;
  // The hub's ceiling, rounded down to a multiple of the MPU. 0 means that nothing can be ordered.
  const most = ceiling && ceiling - (ceiling % mpu);
  const out = most === 0;
  const quantity = typed !== null && most ? Math.min(typed, most) : typed;
  // The quantity was typed before the ceiling was known, and it is not the initial one.
  const lowered =
    typed !== null && most && typed > most && typed !== row.case_count
      ? `You typed ${casesText(typed, row.case_count)}. It was lowered to ${casesText(most, row.case_count)}: the hub offers no more.`
      : undefined;
  const { busy, send: write, refused, retyped } = useCommand();
  const kobo = billed ? parseMoney(billed.price) : null;
  const add = async () => {
    if (!quantity || out) return;
    // Without an amount the server uses the hub's price, otherwise the product's (B1.5).
    const told = await write(
      createGroupItem,
      { order_group_id: groupId, product_id: row._id, quantity },
      'Product added to order!',
    );
    if (told) onDone(true);
  };
  return (
    <Form className="flex flex-col gap-4" onSubmit={add}>
      <p className="text-lg font-bold">{row.name}</p>
      <Stepper
        label="Quantity"
        value={quantity}
        onChange={(units) => {
          setTyped(units);
          retyped('quantity');
        }}
        max={most || undefined}
        multiple={mpu}
        hint={mpu > 1 ? orderTexts.inMultiples(row.case_count, mpu) : undefined}
        caseCount={row.case_count}
        counting={counting}
        onCounting={setCounting}
        told={lowered}
        autoFocus
      />
      {refused.quantity && (
        <Notice tone="bad" icon="alert" role="alert">
          {refused.quantity}
        </Notice>
      )}
      {out ? (
        <Notice tone="bad" icon="alert" role="alert">
          {orderTexts.outOfStock}
        </Notice>
      ) : (
        // Both lines keep their space while the price loads, so that nothing moves under a finger.
        <p className="min-h-5 text-sm text-ink-faint">
          {ceiling === null ? '' : `${showCases(ceiling, row.case_count, 1)} cases available`}
        </p>
      )}
      <p className="flex min-h-10 justify-between border-t pt-3 text-lg">
        Amount{' '}
        {kobo !== null && quantity !== null ? (
          <strong className="figures">{showNaira(lineAmount(quantity, kobo, row.case_count))}</strong>
        ) : (
          <span className="text-ink-faint">{prices.pending ? '…' : '-'}</span>
        )}
      </p>
      {!billed && prices.failed && <PricesNotLoaded of={prices} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={() => onDone(false)}>Back</Button>
        <Button type="submit" look="primary" icon="plus" busy={busy} disabled={!quantity || out}>
          Add
        </Button>
      </div>
    </Form>
  );
}
