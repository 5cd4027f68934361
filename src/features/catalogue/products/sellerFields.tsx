import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { queryFor } from '#client/reads/queries.ts';
import { sellerProductOf } from '#contract/catalogue/productCalls.ts';
import { sellerProduct } from '#contract/catalogue/sellerProduct.ts';
import type { RowOf } from '#contract/model.ts';
import { useCommand } from '#crud/command/useCommand.ts';
import { ConflictDialog, changedText } from '#crud/conflict/ConflictDialog.tsx';
import { type Conflicted, EditSnapshot, useSnapshotDirty } from '#crud/conflict/useRowSnapshot.tsx';
import { StatusField } from '#crud/fields/StatusField.tsx';
import type { Values } from '#crud/form/formValues.ts';
import { changedBy, differencesIn } from '#crud/form/formValues.ts';
import { type FieldState, useForm } from '#crud/form/useForm.ts';
import { QueryBoundary } from '#crud/query/QueryBoundary.tsx';
import { SELLER_PRODUCT_QUANTITY } from '#domain/limits.ts';
import { parseMoney, showNaira } from '#domain/money.ts';
import { discountTyped, readSellerMeta, sellerMetaErrors, writeSellerMeta } from '#domain/sellerMeta.ts';
import { casesText } from '#domain/units.ts';
import { Button } from '#ui/Button.tsx';
import { CheckField, TextField } from '#ui/fields/Field.tsx';
import { Form } from '#ui/fields/Form.tsx';
import { MoneyField } from '#ui/fields/MoneyField.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import { kitTexts } from '#ui/texts.ts';
import type { ProductRow } from '../parts/StatusDots.tsx';

type SellerProduct = RowOf<typeof sellerProduct>;

interface Props {
  product: ProductRow;
  sellerId: string;
  onDone?: () => void;
  /** Called when the form gets or loses unsaved changes. */
  onDirty?: (dirty: boolean) => void;
}

/** The form of what one hub sells a product for (PROD-28). The first save creates the row, without a limit of quantity (PROD-27). */
export function SellerFields(props: Props) {
  const query = useQuery(queryFor(sellerProductOf, { seller_id: props.sellerId, product_id: props.product._id }));
  return (
    <QueryBoundary query={query} rows={3}>
      {(found) => (
        <EditSnapshot live={found}>
          {({ row, turn, newer, onDirty, rebase: take }) => (
            <Fields key={turn} {...props} row={row} newer={newer} onHold={onDirty} onTheirs={take} />
          )}
        </EditSnapshot>
      )}
    </QueryBoundary>
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

/** The form's values as labelled texts. Money is shown as parsed, however it was typed. */
function wordsOf({ status, price = '', mpu = '', quantity = '', market_price = '', discount = '' }: Values) {
  const naira = (typed: string) => {
    const kobo = parseMoney(typed);
    return kobo === null ? typed : showNaira(kobo);
  };
  return [
    ['Status', status === 'active' ? 'Active' : 'Inactive'],
    ['Price', naira(price)],
    ['MPU', mpu],
    ['Quantity', quantity],
    ['Market price', naira(market_price)],
    ['Discount (%)', discount],
  ] as const;
}

interface FieldsProps extends Props {
  row: SellerProduct | null;
  newer: SellerProduct | null;
  /** Whether the form has unsaved changes, so that the row must not be replaced. */
  onHold: (typed: boolean) => void;
  onTheirs: (row: SellerProduct) => void;
}

function Fields({ product, sellerId, onDone, onDirty, onHold, row, newer, onTheirs }: FieldsProps) {
  const stored = useMemo(() => textsOf(row, product), [row, product]);
  const check = useMemo(() => checkFor(product.case_count), [product.case_count]);
  const form = useForm(sellerProduct.fields, stored, check);
  const { busy, sendRow: writeRow } = useCommand();
  const [conflict, setConflict] = useState<Conflicted<SellerProduct> | null>(null);
  const tell = useCallback(
    (typed: boolean) => {
      onHold(typed);
      onDirty?.(typed);
    },
    [onHold, onDirty],
  );
  const { values } = form;
  const dirty = form.changed;
  const stand = useSnapshotDirty(values, dirty, tell);
  /** `over`: the row that is written over. Fields that only a colleague changed keep the colleague's value (B12.6). */
  const save = async (over: SellerProduct | null) => {
    if (!form.valid) return form.showAll();
    // The hub began to sell the product meanwhile, so the person must decide before that row is written over.
    if (!over && newer) return setConflict({ message: changedText(sellerProduct.label, newer), current: newer });
    const typed = over ? changedBy(form.values, stored) : form.values;
    const { discount, market_price, ...own } = typed;
    const there = readSellerMeta(over?.meta ?? '');
    const meta = writeSellerMeta({
      discount:
        discount === undefined ? there.discount : (discountTyped(discount, form.values.price ?? '') ?? discount),
      market_price: market_price ?? there.market_price,
    });
    const body = {
      ...(over ? { _id: over._id, base_version: over.version } : { seller_id: sellerId, product_id: product._id }),
      ...own,
      ...(discount === undefined && market_price === undefined && over ? {} : { meta }),
    };
    const on = { conflict: setConflict, fields: form.refuse };
    if (!(await writeRow(sellerProduct, over ? 'update' : 'create', body, 'Product successfully updated', on))) return;
    stand(values);
    onDone?.();
  };
  const discount = form.field('discount');
  return (
    <Form className="flex flex-col gap-5" onSubmit={() => save(row)}>
      {row && <StatusField {...form.field('status')} />}
      <div className="grid gap-5 sm:grid-cols-2 sm:items-start">
        <MoneyField label="Price" hint="Per case." {...form.field('price')} />
        <TextField
          label="MPU"
          inputMode="numeric"
          hint={`Minimum purchasable units: the smallest order. A case holds ${product.case_count}.`}
          {...form.field('mpu')}
        />
        <Limit field={form.field('quantity')} caseCount={product.case_count} />
        <MoneyField label="Market price" {...form.field('market_price')} />
        <TextField
          label="Discount (%)"
          inputMode="text"
          hint="Percent off the old price."
          {...discount}
          // The discount is computed when the field is left, so that nothing changes while a number is being typed.
          onBlur={() => {
            const percent = discountTyped(discount.value, form.values.price ?? '');
            if (percent !== null && percent !== discount.value) discount.onChange(percent);
            discount.onBlur();
          }}
        />
        <OldPrice price={form.values.price ?? ''} onDiscount={discount.onChange} />
      </div>
      <div className="flex flex-wrap justify-end gap-2 border-t pt-4">
        {onDone && <Button onClick={onDone}>Cancel</Button>}
        {dirty && row && !onDone && <Button onClick={form.discard}>{kitTexts.discard}</Button>}
        <ServerButton type="submit" look="primary" busy={busy} disabled={(row !== null && !dirty) || !form.valid}>
          {row ? 'Update' : 'Sell here'}
        </ServerButton>
      </div>
      {conflict && (
        <ConflictDialog
          message={conflict.message}
          theirs={conflict.current}
          differences={differencesIn(wordsOf, form.values, stored, textsOf(conflict.current, product))}
          busy={busy}
          onMine={() => {
            setConflict(null);
            void save(conflict.current);
          }}
          onTheirs={() => {
            setConflict(null);
            onTheirs(conflict.current);
          }}
          onClose={() => setConflict(null)}
        />
      )}
    </Form>
  );
}

/** The most units that may be ordered. Ticking the box stores -1; a person may also type -1 (PROD-27, B8.4). */
function Limit({ field, caseCount }: { field: FieldState; caseCount: number }) {
  const isOpen = field.value.trim() === '-1';
  return (
    <div>
      <TextField
        {...field}
        label="Quantity"
        inputMode="text"
        hint={limitWords(field.value, caseCount)}
        onChange={(typed) => field.onChange(typed.replace('−', '-'))}
      />
      <CheckField label="No limit" checked={isOpen} onChange={(on) => field.onChange(on ? '-1' : '')} />
    </div>
  );
}

/** What a typed ceiling means: "2 cases may be ordered." */
function limitWords(typed: string, caseCount: number): string {
  const units = /^-?\d+$/.test(typed.trim()) ? Number(typed) : null;
  if (units === -1) return 'Any number of units may be ordered.';
  if (units === 0) return 'Out of stock: nothing may be ordered.';
  return units === null || units < 0 ? 'Units that may be ordered.' : `${casesText(units, caseCount)} may be ordered.`;
}

/** Computes the discount from a former price. The former price is not stored. */
function OldPrice({ price, onDiscount }: { price: string; onDiscount: (percent: string) => void }) {
  const [typed, setTyped] = useState('');
  const percent = typed.trim() === '' ? '' : discountTyped(`original=${typed}`, price);
  return (
    <MoneyField
      label="Old price"
      hint="Per case. It gives the discount."
      value={typed}
      error={percent === null ? 'The old price must be a number, not below the price.' : undefined}
      onChange={(text) => {
        setTyped(text);
        const found = discountTyped(`original=${text}`, price);
        if (text.trim() !== '' && found !== null) onDiscount(found);
      }}
    />
  );
}

/** Checks the case rule and the two optional numbers (PROD-28). */
const checkFor =
  (caseCount: number) =>
  ({ mpu, price, discount = '', market_price = '' }: Values): Record<string, string> => {
    const typed = discountTyped(discount, price ?? '');
    const wrong: Record<string, string> = { ...sellerMetaErrors({ discount: typed ?? discount, market_price }) };
    if (typed === null) wrong.discount = 'The original price must be a number, not below the price.';
    if (mpu && Number(mpu) >= 1 && caseCount % Number(mpu) !== 0) wrong.mpu = 'Case count must be multiple of MPU';
    return wrong;
  };
