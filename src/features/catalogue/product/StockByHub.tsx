import type { ProductInHub } from '#contract/stock/productStockCalls.ts';
import { COVER_DAYS } from '#domain/cover.ts';
import { compareNames } from '#domain/nameOrder.ts';
import { Card } from '#ui/Card.tsx';
import { classes } from '#ui/classes.ts';
import { EmptyState } from '#ui/feedback/States.tsx';
import { Icon } from '#ui/Icon.tsx';
import { ShareBar } from '#ui/ShareBar.tsx';
import { cover, coverShown, SHORT_DAYS } from '../parts/movements.ts';
import { CasesUnits } from './CasesUnits.tsx';

interface Props {
  stock: readonly ProductInHub[];
  /** The hubs that sell the product. */
  selling: readonly Hub[];
  caseCount: number;
  chosen: string | undefined;
  /** Undefined: the person may not see movements, so a hub has nothing more to show. */
  onChoose: ((warehouseId: string) => void) | undefined;
}

/** Shows the stock of each hub as bars, and the hubs that sell the product without stock. Pressing a hub that has movements shows the movements. */
export function StockByHub({ stock, selling, caseCount, chosen, onChoose }: Props) {
  const empty = sellingNone(selling, stock);
  const most = Math.max(1, ...stock.map((one) => one.quantity));
  return (
    <Card label="Stock by hub" padded={false}>
      <header className="flex min-h-12 items-center justify-between gap-3 px-5">
        <h2 className="text-base font-semibold">Stock by hub</h2>
        <span
          className="text-right text-xs text-ink-faint"
          title={`Days left: at the rate of the last ${COVER_DAYS} days`}
        >
          cases, days left
        </span>
      </header>
      {stock.length === 0 && empty.length === 0 ? (
        <EmptyState title="No hub has held this product">
          <p>Its stock appears here after the first receipt.</p>
        </EmptyState>
      ) : (
        <ul className="@container max-h-96 overflow-y-auto px-2 pb-3 sm:px-3">
          {stock.map((one) => (
            <li key={one.warehouse_id}>
              <HubRow
                one={one}
                caseCount={caseCount}
                share={one.quantity / most}
                isChosen={one.warehouse_id === chosen}
                onChoose={onChoose && (() => onChoose(one.warehouse_id))}
              />
            </li>
          ))}
          {empty.map((hub) => (
            <li key={hub._id}>
              <HubRow one={{ hub, quantity: 0, issued: 0 }} caseCount={caseCount} share={0} isChosen={false} />
            </li>
          ))}
        </ul>
      )}
      <OnTheWay stock={stock} caseCount={caseCount} />
    </Card>
  );
}

type Hub = ProductInHub['hub'];

/** The hubs that sell the product and neither have nor expect any. The list shows these hubs last, with 0. */
export const sellingNone = (selling: readonly Hub[], stock: readonly Pick<ProductInHub, 'hub'>[]): Hub[] =>
  selling.filter(({ _id }) => !stock.some(({ hub }) => hub._id === _id)).sort((a, b) => compareNames(a.name, b.name));

/** The units on open transfers to hubs. */
function OnTheWay({ stock, caseCount }: Pick<Props, 'stock' | 'caseCount'>) {
  const coming = stock.filter(({ expected = 0 }) => expected > 0);
  if (coming.length === 0) return null;
  return (
    <section aria-label="On the way" className="border-t px-5 py-3">
      <h3 className="text-xs text-ink-faint">On the way, not received yet</h3>
      <ul className="mt-1">
        {coming.map((one) => (
          <li key={one.warehouse_id} className="flex min-h-8 items-center gap-2 text-sm">
            <Icon name="download" size={16} className="shrink-0 text-ink-faint" />
            <span className="min-w-0 flex-1 truncate">{one.hub.name}</span>
            <span className="figures font-semibold">
              <CasesUnits units={one.expected ?? 0} caseCount={caseCount} signed />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface HubProps {
  one: Pick<ProductInHub, 'hub' | 'quantity' | 'issued' | 'days'>;
  caseCount: number;
  /** The length of the bar, 0 to 1. */
  share: number;
  isChosen: boolean;
  onChoose?: (() => void) | undefined;
}

/** No stock is red at a hub that issued the product. It is no alarm at a hub that never had the product. */
const lookOf = ({ quantity, issued }: HubProps['one']) =>
  quantity > 0 ? 'font-semibold' : quantity < 0 || issued > 0 ? 'font-semibold text-bad' : 'text-ink-faint';

function HubRow({ one, caseCount, share, isChosen, onChoose }: HubProps) {
  const days = cover(one.quantity, one.issued, one.days ?? COVER_DAYS);
  const row = (
    <>
      {/* A lower line would cut the marks above and below the letters of a name. */}
      <span className="line-clamp-2 text-left leading-5" title={one.hub.name}>
        {one.hub.name}
      </span>
      {/* A narrow card has the bar below the name, over the width of the row. */}
      <span className="order-last col-span-full -mt-1.5 pb-1 max-@lg:*:h-1.5! @lg:order-none @lg:col-auto @lg:mt-0 @lg:pb-0">
        <ShareBar share={one.quantity > 0 ? share : 0} isChosen={isChosen} />
      </span>
      <span className={classes('figures text-right leading-4', lookOf(one))}>
        <CasesUnits units={one.quantity} caseCount={caseCount} bare />
      </span>
      <span
        className={classes(
          'figures text-right text-xs',
          days !== null && days < SHORT_DAYS ? 'font-semibold text-bad' : 'text-ink-faint',
        )}
      >
        {coverShown(days)}
      </span>
    </>
  );
  const look = classes(
    'grid min-h-9 w-full grid-cols-[minmax(0,1fr)_3.25rem_3.5rem] items-center gap-1.5 rounded-field px-2 text-sm pointer-coarse:min-h-tap @lg:grid-cols-[minmax(0,1fr)_12rem_9rem_4rem]',
    isChosen ? 'bg-accent-soft' : onChoose && 'hover:bg-surface-sunken',
  );
  if (!onChoose) return <div className={look}>{row}</div>;
  return (
    <button type="button" aria-pressed={isChosen} onClick={onChoose} className={`${look} prints`}>
      {row}
    </button>
  );
}
