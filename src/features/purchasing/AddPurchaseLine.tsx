import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { oneQuery } from '#client/reads/queries.ts';
import { product } from '#contract/catalogue/product.ts';
import type { Pickable } from '#contract/stock/stockCalls.ts';
import { Pack } from '#crud/fields/Pack.tsx';
import { NotLoadedLine } from '#crud/query/QueryBoundary.tsx';
import { emptyTexts } from '#crud/texts.ts';
import { formatMoney, lineAmount, parseMoney, showNaira } from '#domain/money.ts';
import { showClock } from '#domain/time.ts';
import { DialogForm } from '#ui/dialogs/DialogForm.tsx';
import { SwitchField } from '#ui/fields/Field.tsx';
import { hasMouse } from '#ui/fields/focus.ts';
import { Picker } from '#ui/fields/Picker.tsx';
import { type Counting, Stepper } from '#ui/fields/Stepper.tsx';
import { SellersWithPrice } from '../catalogue/parts/SellersWithPrice.tsx';
import { AmountRow } from '../lines/parts/LineFields.tsx';
import { availableText, OUT_OF_STOCK } from '../lines/parts/texts.ts';
import { RateField } from '../stock/parts/lines/RateField.tsx';
import type { Pickables } from '../stock/parts/parties.ts';
import { type PickableOption, usePickableSource } from '../stock/parts/pickables.ts';
import { OfficeLots, useOfficeLots } from './OfficeLots.tsx';
import type { PurchaseLineChange } from './purchaseLine.ts';

interface Props {
  /** The products that the source can give (PO-34). `at`: the time of that data, epoch milliseconds. */
  pickables: Pickables;
  present: ReadonlySet<string>;
  onAdd: (line: PurchaseLineChange) => Promise<boolean>;
  onClose: () => void;
}

/** Adds lines one after the other: product, quantity, price, Add. The dialog stays open for the next line. */
export function AddPurchaseLine({ pickables, present, onAdd, onClose }: Props) {
  const [chosen, setChosen] = useState('');
  const [quantity, setQuantity] = useState<number | null>(null);
  const [counting, setCounting] = useState<Counting>('case');
  const [rate, setRate] = useState('');
  const [details, setDetails] = useState(false);
  const search = useRef<HTMLInputElement>(null);
  const among = usePickableSource(pickables.offered, present);
  const pick = pickables.of(chosen);
  const lots = useOfficeLots(pick?.product, null, quantity);
  const kobo = parseMoney(rate);
  const valid = pick !== undefined && quantity !== null && quantity > 0 && kobo !== null && kobo >= 0;
  const amount = valid ? lineAmount(quantity, kobo, pick.product.case_count) : 0;
  const { pending } = pickables;
  useEffect(() => {
    // The search is disabled until the products are there, so the dialog gave the focus to the switch below it.
    if (!pending && hasMouse()) search.current?.focus();
  }, [pending]);
  const add = async () => {
    if (!valid) return;
    const saved = await onAdd({
      product_id: chosen,
      quantity,
      quantity_accepted: quantity,
      amount: formatMoney(amount),
      rate: formatMoney(kobo),
      reason: null,
      note: '',
      lots: lots.lots,
    });
    if (!saved) return;
    setChosen('');
    setQuantity(null);
    setRate('');
    lots.clear();
    // The next line is added by keys alone. On a touch screen the keyboard would cover the dialog.
    if (hasMouse()) search.current?.focus();
  };
  return (
    <DialogForm
      onClose={onClose}
      title="Add Product"
      cancel="Done"
      save="Add Product"
      icon="plus"
      ready={valid && lots.error === null}
      onSave={add}
    >
      <div className="flex min-h-96 flex-col gap-4">
        <Picker
          label="Product"
          inputRef={search}
          among={among}
          value={chosen}
          onChange={(value) => {
            setChosen(value);
            setQuantity(null);
            lots.clear();
            setRate(pickables.of(value)?.rate ?? '');
          }}
          pictureOf={pictureOf}
          noteOf={details ? detailedNoteOf : noteOf}
          placeholder={pending ? 'Loading…' : 'Search by name, brand or barcode'}
          disabled={pending}
          none={emptyTexts.products}
          error={pickables.failed ? 'The products could not be loaded.' : undefined}
          hint={pick ? stockText(pick, pickables.at) : `${among.count} products`}
        />
        {pickables.failed && <NotLoadedLine error={pickables.error} onRetry={pickables.again} />}
        <SwitchField label="Show details" checked={details} onChange={setDetails} />
        {pick && (
          <>
            {details && <Details of={pick} />}
            <Stepper
              key={chosen}
              label="Quantity"
              value={quantity}
              onChange={setQuantity}
              caseCount={pick.product.case_count}
              counting={counting}
              onCounting={setCounting}
              autoFocus
            />
            <RateField rate={rate} usual={pick.rate} onChange={setRate} />
            <AmountRow amount={amount} />
            <OfficeLots of={lots} leaves={pick.quantity !== null} />
          </>
        )}
      </div>
    </DialogForm>
  );
}

/** Manufacturer, brand, and the hubs that sell the chosen product with their prices (PROD-05, A52). */
function Details({ of: { product: picked } }: { of: Pickable }) {
  const query = useQuery(oneQuery(product, picked._id));
  const row = query.data?.data[0];
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1">
      <dt className="text-ink-soft">Manufacturer</dt>
      <dd>{picked.manufacturer.name}</dd>
      <dt className="text-ink-soft">Brand</dt>
      <dd>{picked.brand.name}</dd>
      <dt className="text-ink-soft">Sellers</dt>
      <dd>
        {row ? (
          <SellersWithPrice row={row} />
        ) : query.isPending ? (
          'Loading…'
        ) : (
          <NotLoadedLine error={query.error} onRetry={() => void query.refetch()} />
        )}
      </dd>
    </dl>
  );
}

const pictureOf = ({ one }: PickableOption) => <Pack product={one.product} size="option" />;
const noteOf = ({ one }: PickableOption) => stockText(one);
/** A product of a distributor already has its brand at the start of its note. */
const detailedNoteOf = ({ one }: PickableOption) =>
  [one.product.manufacturer.name, ...(one.quantity === null ? [] : [one.product.brand.name]), stockText(one)].join(
    ', ',
  );

/** "Out of Stock" or the available cases (UI-24). A distributor's stock is not in our books, so its price is shown instead. */
function stockText(one: Pickable, at: number | null = null): string {
  if (one.quantity === null) return `${one.product.brand.name}, ${showNaira(one.rate)} a case`;
  const when = at === null ? '' : ` as of ${showClock(Math.floor(at / 1_000))}`;
  if (one.quantity <= 0) return `${OUT_OF_STOCK}${when}`;
  return `${availableText(one.quantity, one.product.case_count)}${when}`;
}
