import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { CallError, messageOf } from '#client/callError.ts';
import { reading, writeModel } from '#client/queries.ts';
import { sellerProductOf } from '#contract/catalogue/productCalls.ts';
import { sellerProduct } from '#contract/catalogue/sellerProduct.ts';
import type { RowOf } from '#contract/model.ts';
import { AnswerHere } from '#crud/Answer.tsx';
import { useForm, type Values } from '#crud/useForm.ts';
import { SELLER_PRODUCT_QUANTITY } from '#domain/limits.ts';
import { discountTyped, readSellerMeta, sellerMetaErrors, writeSellerMeta } from '#domain/sellerMeta.ts';
import type { ProductRow } from '#parts/products/StatusDots.tsx';
import { StatusField } from '#parts/StatusField.tsx';
import { Button } from '#ui/Button.tsx';
import { TextField } from '#ui/Field.tsx';
import { kitTexts } from '#ui/texts.ts';
import { toast } from '#ui/toasts.ts';

type SellerProduct = RowOf<typeof sellerProduct>;

interface Props {
  product: ProductRow;
  sellerId: string;
  onDone?: () => void;
  /** Tells whether something typed is not saved. */
  onDirty?: (dirty: boolean) => void;
}

/** PROD-28: what one hub sells a product for. Created on first save, with no limit of quantity (PROD-27). */
export function SellerFields(props: Props) {
  const query = useQuery(reading(sellerProductOf, { seller_id: props.sellerId, product_id: props.product._id }));
  return (
    <AnswerHere query={query} rows={3}>
      {(row) => <Fields key={row?.version ?? 0} {...props} row={row} />}
    </AnswerHere>
  );
}

function textsOf(row: SellerProduct | null, product: ProductRow): Values {
  const meta = readSellerMeta(row?.meta ?? '');
  return {
    status: row?.status ?? 'active',
    mpu: String(row?.mpu ?? product.mpu ?? 1),
    price: row?.price ?? product.price ?? '',
    quantity: String(row?.quantity ?? SELLER_PRODUCT_QUANTITY.form),
    discount: meta.discount,
    market_price: meta.market_price,
  };
}

function Fields({ product, sellerId, onDone, onDirty, row }: Props & { row: SellerProduct | null }) {
  const stored = useMemo(() => textsOf(row, product), [row, product]);
  const check = useMemo(() => checkFor(product.case_count), [product.case_count]);
  const form = useForm(sellerProduct.fields, stored, check);
  const [busy, setBusy] = useState(false);
  const key = useRef<{ of: string; key: string } | null>(null);
  const dirty = form.changed;
  const save = async () => {
    if (!form.valid) return form.showAll();
    const { discount = '', market_price = '', ...own } = form.values;
    const body = {
      ...(row ? { _id: row._id, base_version: row.version } : { seller_id: sellerId, product_id: product._id }),
      ...own,
      meta: writeSellerMeta({ discount: discountTyped(discount, own.price ?? '') ?? discount, market_price }),
    };
    const print = JSON.stringify(body);
    if (key.current?.of !== print) key.current = { of: print, key: crypto.randomUUID() };
    setBusy(true);
    try {
      await writeModel(sellerProduct, row ? 'update' : 'create', body, key.current.key);
      onDirty?.(false);
      toast('good', 'Product successfully updated');
      onDone?.();
    } catch (error) {
      if (error instanceof CallError && error.code === 422) form.showAll(error.fields);
      toast('bad', messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  const discount = form.field('discount');
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onInput={() => onDirty?.(true)}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {row && <StatusField {...form.field('status')} />}
      <div className="grid gap-5 sm:grid-cols-2 sm:items-start">
        <TextField label="Price" inputMode="decimal" prefix="₦" hint="Per case." {...form.field('price')} />
        <TextField
          label="MPU"
          inputMode="numeric"
          hint={`A case holds ${product.case_count} units.`}
          {...form.field('mpu')}
        />
        <TextField
          label="Quantity"
          inputMode="text"
          hint="Units that may be ordered. -1 = no limit, 0 = out of stock."
          {...form.field('quantity')}
        />
        <TextField label="Market price" inputMode="decimal" prefix="₦" {...form.field('market_price')} />
        <TextField
          label="Discount (%)"
          hint="Or type original=2500 for the percent off that price."
          {...discount}
          // PROD-29: worked out when the field is left, so that nothing jumps while a number is being typed.
          onBlur={() => {
            const percent = discountTyped(discount.value, form.values.price ?? '');
            if (percent !== null && percent !== discount.value) discount.onChange(percent);
            discount.onBlur();
          }}
        />
      </div>
      <div className="flex flex-wrap justify-end gap-2 border-t pt-4">
        {dirty && row && (
          <Button
            onClick={() => {
              form.discard();
              onDirty?.(false);
            }}
          >
            {kitTexts.discard}
          </Button>
        )}
        <Button type="submit" look="primary" busy={busy} disabled={(row !== null && !dirty) || !form.valid}>
          {row ? 'Update' : 'Sell here'}
        </Button>
      </div>
    </form>
  );
}

/** PROD-28: the case rule, and the two optional numbers. */
const checkFor =
  (caseCount: number) =>
  ({ mpu, price, discount = '', market_price = '' }: Values): Record<string, string> => {
    const typed = discountTyped(discount, price ?? '');
    const wrong: Record<string, string> = { ...sellerMetaErrors({ discount: typed ?? discount, market_price }) };
    if (typed === null) wrong.discount = 'The original price must be a number, not below the price.';
    if (mpu && Number(mpu) >= 1 && caseCount % Number(mpu) !== 0) wrong.mpu = 'Case count must be multiple of MPU';
    return wrong;
  };
