import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { allQuery, queryFor } from '#client/reads/queries.ts';
import { hubPricesOf } from '#contract/catalogue/productCalls.ts';
import { sellerProduct } from '#contract/catalogue/sellerProduct.ts';
import { seller } from '#contract/network/seller.ts';
import { useCommand } from '#crud/command/useCommand.ts';
import { LeaveGuard } from '#crud/form/LeaveGuard.tsx';
import { combineQueries, QueryBoundary } from '#crud/query/QueryBoundary.tsx';
import { SELLER_PRODUCT_QUANTITY } from '#domain/limits.ts';
import { NO_VALUE } from '#domain/locale.ts';
import { parseMoney, showNaira } from '#domain/money.ts';
import { plural } from '#domain/plural.ts';
import { syncWords } from '#domain/syncWords.ts';
import { casesText } from '#domain/units.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { classes } from '#ui/classes.ts';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { isOfNoConnection } from '#ui/feedback/FailedWrite.tsx';
import { useAway } from '#ui/hooks/useAway.ts';
import { Icon } from '#ui/Icon.tsx';
import { ServerButton, ServerSwitch } from '#ui/ServerButton.tsx';
import { MPU_HEAD } from '../parts/heads.ts';
import type { ProductRow } from '../parts/StatusDots.tsx';
import { SellerFields } from '../products/sellerFields.tsx';
import { FarPrices } from './FarPrices.tsx';
import { PriceCell } from './PriceCell.tsx';
import { StoredPrices } from './StoredPrices.tsx';
import { useFarPrices } from './useFarPrices.ts';
import { type HubPrice, type HubPrices as Prices, priceProblem, typedPrice, useHubPrices } from './useHubPrices.ts';
import { useIsMissing } from './useIsMissing.ts';
import { useWantedPrice } from './useWantedPrice.ts';

export interface HubRow {
  hub: { _id: string; name: string };
  /** Null: the hub never sold the product. */
  own: HubPrice | null;
}

const NO_PRICES: readonly HubPrice[] = [];

/**
 * The prices of all hubs in one grid, edited in place: Enter goes to the next hub, Esc undoes, nothing is sent before Save. A switch and a dialog for
 * each hub change its other fields (PROD-28, PROD-30).
 */
export function HubPrices({ product }: { product: ProductRow }) {
  const hubs = useQuery(allQuery(seller));
  const own = useQuery(queryFor(hubPricesOf, { product_id: product._id }));
  const stored = own.data?.data ?? NO_PRICES;
  const prices = useHubPrices(stored);
  const [editing, setEditing] = useState<HubRow['hub'] | null>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const inputOf = (id: string | undefined) => body.current?.querySelector<HTMLInputElement>(`[data-price="${id}"]`);
  const list = product.price === undefined ? null : parseMoney(product.price);
  const rows: HubRow[] = (hubs.data?.data ?? []).flatMap((hub) => {
    const row = stored.find((one) => one.seller_id === hub._id) ?? null;
    return hub.status === 'active' || row ? [{ hub, own: row }] : [];
  });
  const priced = rows.flatMap((row) => row.own ?? []);
  const save = async () => {
    const left = await prices.save();
    if (left) inputOf(left)?.focus();
    return left === null;
  };
  const far = useFarPrices({ rows, list, prices, save });
  const isMissing = useIsMissing(combineQueries(hubs, own));
  const isHere = hubs.data !== undefined && own.data !== undefined;
  useWantedPrice(isHere ? priced : null, inputOf);
  const next = (id: string, step: 1 | -1) => {
    const input = inputOf(priced[priced.findIndex((one) => one._id === id) + step]?._id);
    input?.focus();
    input?.select();
  };
  return (
    <Card label="Hubs" padded={false}>
      <Head product={product} prices={prices} onSave={() => void far.askOrSave()} />
      <QueryBoundary
        query={combineQueries(hubs, own)}
        rows={4}
        instead={isMissing && <StoredPrices product={product} />}
      >
        {() => (
          <div className="@container relative overflow-x-auto">
            <table aria-label="Prices by hub" className="w-full border-collapse text-sm">
              <thead>
                <tr className="text-left text-xs text-ink-faint [&>th]:whitespace-nowrap [&>th]:px-3 [&>th]:py-1.5 [&>th]:font-medium">
                  <th scope="col" className="pl-4! sm:pl-5!">
                    Hub
                  </th>
                  <th scope="col" className="text-right">
                    Price (NGN)
                  </th>
                  {product.price !== undefined && (
                    <th scope="col" className="text-right @max-sm:hidden">
                      Over list
                    </th>
                  )}
                  <th scope="col" title={MPU_HEAD.hint} className="text-right @max-xl:hidden">
                    {MPU_HEAD.title}
                  </th>
                  <th scope="col" className="text-right @max-xl:hidden">
                    Limit
                  </th>
                  <th scope="col" className="sr-only">
                    Edit
                  </th>
                </tr>
              </thead>
              <tbody ref={body}>
                {rows.map((row) => (
                  <PriceRow
                    key={row.hub._id}
                    row={row}
                    product={product}
                    prices={prices}
                    onEdit={() => setEditing(row.hub)}
                    onNext={next}
                  />
                ))}
              </tbody>
            </table>
          </div>
        )}
      </QueryBoundary>
      {editing && (
        <Dialog open onClose={() => setEditing(null)} title={`${product.name} at ${editing.name}`}>
          <SellerFields product={product} sellerId={editing._id} onDone={() => setEditing(null)} />
        </Dialog>
      )}
      {far.asking && (
        <FarPrices far={far.prices} save={`Save ${wordsOf(prices)}`} onSave={far.confirm} onClose={far.close} />
      )}
      <LeaveGuard when={() => prices.typed.size > 0} save={{ words: `Save ${wordsOf(prices)}`, run: far.askOrSave }} />
    </Card>
  );
}

/** "2 prices" */
const wordsOf = ({ typed }: Prices) => plural(typed.size, '# price', '# prices');

const wrongWords = (count: number) => plural(count, '# price to correct', '# prices to correct');

function Head({ product, prices, onSave }: { product: ProductRow; prices: Prices; onSave: () => void }) {
  const count = prices.typed.size;
  const words = wordsOf(prices);
  const wrong = [...prices.typed.values()].filter(({ text }) => priceProblem(text) !== null).length;
  return (
    <header className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 px-4 py-1 sm:flex-nowrap sm:px-5">
      <div className="flex shrink-0 flex-wrap items-baseline gap-x-2 max-sm:shrink">
        <h2 className="text-base font-semibold">Prices by hub</h2>
        <span className="text-xs text-ink-faint">
          a case of {product.case_count}
          {product.price !== undefined && `. List price ${showNaira(product.price)}`}
        </span>
      </div>
      {count > 0 && (
        <div className="flex min-w-0 flex-wrap items-center justify-end gap-2 sm:flex-nowrap">
          <SaveNote words={wrong > 0 ? wrongWords(wrong) : `${words} changed`} problem={prices.problem} />
          <Button look="quiet" disabled={prices.busy} onClick={prices.undoAll}>
            Undo
          </Button>
          <ServerButton look="primary" busy={prices.busy} onClick={onSave}>
            <span className="whitespace-nowrap">{prices.busy ? 'Saving…' : `Save ${words}`}</span>
          </ServerButton>
        </div>
      )}
    </header>
  );
}

/**
 * Says how many prices are changed, why they cannot be saved, or why they were not saved. The note stands in the place of the title, so that nothing
 * below it moves.
 */
function SaveNote({ words, problem }: { words: string; problem: string | null }) {
  const isAway = useAway();
  const failed = problem !== null && (isAway || !isOfNoConnection(problem)) ? problem : null;
  if (failed === null && !isAway)
    return (
      <span role="status" className="whitespace-nowrap text-sm text-ink-soft">
        {words}
      </span>
    );
  return (
    <p
      data-away={isAway || undefined}
      role={failed === null ? 'status' : 'alert'}
      className={classes('flex min-w-0 items-center gap-2 text-xs', isAway ? 'text-wait' : 'text-bad')}
    >
      <Icon name={isAway ? 'cloudOff' : 'alert'} size={16} className="shrink-0" />
      <span>
        {(failed ?? syncWords.needsConnection).split('\n').map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
      </span>
    </p>
  );
}

interface RowProps {
  row: HubRow;
  product: ProductRow;
  prices: Prices;
  onEdit: () => void;
  onNext: (id: string, step: 1 | -1) => void;
}

function PriceRow({ row: { hub, own }, product, prices, onEdit, onNext }: RowProps) {
  const typed = own ? prices.typed.get(own._id) : undefined;
  const isWrong = typed !== undefined && priceProblem(typed.text) !== null;
  const kobo = isWrong ? null : typed ? typedPrice(typed.text) : own && parseMoney(own.price);
  return (
    <tr className="border-t [&>td]:px-3">
      <td className="min-w-40 pl-4! sm:pl-5! [overflow-wrap:anywhere]">
        <HubSwitch product={product} hub={hub} own={own} />
      </td>
      <td className="w-36 min-w-28 py-1 text-right @max-sm:w-28 compact:py-[0.1875rem]">
        {own ? (
          <PriceCell
            own={own}
            name={hub.name}
            list={product.price === undefined ? null : parseMoney(product.price)}
            prices={prices}
            onNext={onNext}
          />
        ) : (
          <span className="text-ink-faint">Not sold</span>
        )}
      </td>
      {product.price !== undefined && (
        <td className="figures whitespace-nowrap text-right text-ink-soft @max-sm:hidden">
          {overList(kobo, parseMoney(product.price))}
        </td>
      )}
      <td className="figures text-right text-ink-soft @max-xl:hidden">{own?.mpu}</td>
      <td className="figures whitespace-nowrap text-right text-ink-soft @max-xl:hidden">
        {own && limitOf(own, product.case_count)}
      </td>
      <td className="pr-2! text-right @max-xl:px-0! @max-xl:[&_button]:px-3">
        <ServerButton look="quiet" icon="edit" onClick={onEdit}>
          <span className="@max-xl:sr-only">Edit</span>
          <span className="sr-only"> {hub.name}</span>
        </ServerButton>
      </td>
    </tr>
  );
}

/** The distance of a price from the list price: "+4.1%", "−2%", "as list". */
export function overList(price: number | null, list: number | null): string {
  if (price === null || list === null || list <= 0) return NO_VALUE;
  if (price === list) return 'as list';
  const tenths = Math.round((Math.abs(price - list) * 1_000) / list);
  return `${price > list ? '+' : '−'}${tenths / 10}%`;
}

/** The most that may be ordered (B8.4). */
function limitOf({ quantity }: HubPrice, caseCount: number): string {
  if (quantity === -1) return 'No limit';
  return quantity === 0 ? '0: cannot be ordered' : casesText(quantity, caseCount);
}

/** Sells the product in a hub, or stops selling it. The first switch starts with the list price, the product's MPU and 500 units (PROD-30). */
function HubSwitch({ product, hub, own }: HubRow & { product: ProductRow }) {
  const { busy, sendRow: writeRow } = useCommand();
  const toggle = async (on: boolean) => {
    const status = on ? 'active' : 'inactive';
    const success = 'Product status updated';
    if (own) await writeRow(sellerProduct, 'set_status', { _id: own._id, status }, success);
    else {
      const { mpu, price } = product;
      const body = { seller_id: hub._id, product_id: product._id, mpu, price, status };
      await writeRow(sellerProduct, 'create', { ...body, quantity: SELLER_PRODUCT_QUANTITY.switched }, success);
    }
  };
  return (
    <ServerSwitch label={hub.name} checked={own?.status === 'active'} busy={busy} onChange={(on) => void toggle(on)} />
  );
}
