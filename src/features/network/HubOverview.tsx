import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { queryFor } from '#client/reads/queries.ts';
import { GLANCE_DAYS, type SellerGlance, sellerGlance } from '#contract/home/glanceCalls.ts';
import type { RowOf } from '#contract/model.ts';
import type { seller } from '#contract/network/seller.ts';
import { Linked, type LinkedRow } from '#crud/detail/Linked.tsx';
import { Link } from '#crud/Link.tsx';
import { lazyPart } from '#crud/lazyPart.tsx';
import { QueryPlot } from '#crud/report/QueryPlot.tsx';
import { NO_VALUE } from '#domain/locale.ts';
import { koboOf, shortNaira, showNaira } from '#domain/money.ts';
import { showNumber } from '#domain/number.ts';
import { plural } from '#domain/plural.ts';
import { DAY } from '#domain/time.ts';
import { daysBefore, trendWords } from '#domain/trend.ts';
import { casesSum } from '#domain/units.ts';
import { wholeNaira } from '#domain/wholeNaira.ts';
import { Card } from '#ui/Card.tsx';
import { Strip, type StripCell } from '#ui/Strip.tsx';
import { AMOUNT_HEIGHT, AmountByDay } from '../catalogue/parts/AmountByDay.tsx';

const Sparkline = lazyPart(() => import('#ui/plots/Sparkline.tsx'), 'Sparkline');

const sum = (of: readonly number[]) => of.reduce((all, one) => all + one, 0);

/** Answers the office's questions about a hub: its stock, its sales, its debtors and its people (decision 0400). */
export function HubOverview({ hub }: { hub: RowOf<typeof seller> }) {
  const query = useQuery(queryFor(sellerGlance, { seller_id: hub._id }));
  const answer = query.data?.data;
  return (
    <>
      <Strip label="At a glance" noteLines={2} cells={cellsOf(answer, query.isError)} />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 grid-cols-1 gap-4">
          <QueryPlot title="Orders by day" query={query} height={AMOUNT_HEIGHT}>
            {({ from, orders }) => (
              <AmountByDay
                title="Orders by day"
                note={trendOf(orders)}
                from={from}
                kobo={orders.amount.map(koboOf)}
                counts={orders.count}
                things="Orders"
                empty="No orders in these days"
              />
            )}
          </QueryPlot>
          {answer && <People people={answer.people} />}
        </div>
        <Linked title="Linked" rows={linksOf(hub, answer)} />
      </div>
    </>
  );
}

function trendOf({ count, before }: SellerGlance['orders']): string {
  const now = sum(count);
  const countText = plural(now, '# order', '# orders');
  return before
    ? `${countText}, ${trendWords(now, before.count, showNumber(before.count), daysBefore(GLANCE_DAYS))}`
    : countText;
}

function cellsOf(answer: SellerGlance | undefined, isError: boolean): StripCell[] {
  const none = isError && !answer ? NO_VALUE : undefined;
  const orders = answer?.orders;
  const kobo = orders?.amount.map(koboOf) ?? [];
  return [
    {
      label: 'Stock',
      value: answer ? wholeNaira(answer.stock.amount) : none,
      short: answer && shortNaira(koboOf(answer.stock.amount)),
      note:
        answer &&
        `at cost, ${casesSum(answer.stock.cases)} of ${plural(answer.stock.products, '# product', '# products')}`,
    },
    {
      label: `Orders, ${GLANCE_DAYS} days`,
      value: orders ? wholeNaira(sum(kobo)) : none,
      note:
        answer &&
        `${plural(sum(answer.orders.count), '# order', '# orders')} of ${plural(answer.retailers, '# retailer', '# retailers')}`,
      trend: sum(kobo) > 0 && (
        <Suspense fallback={null}>
          <Sparkline label={`Value of orders of each of ${GLANCE_DAYS} days`} values={kobo} width={72} height={20} />
        </Suspense>
      ),
    },
    {
      label: 'Owed by its retailers',
      value: answer ? wholeNaira(answer.owed.amount) : none,
      note: answer && plural(answer.owed.retailers, '# wallet: billed minus paid', '# wallets: billed minus paid'),
      bad: koboOf(answer?.owed.amount ?? '0') > 0,
    },
    {
      label: 'To deliver',
      value: answer ? answer.to_deliver.count : none,
      note:
        answer && (answer.to_deliver.count === 0 ? 'No order waits' : `worth ${showNaira(answer.to_deliver.amount)}`),
    },
  ];
}

function linksOf(hub: RowOf<typeof seller>, answer: SellerGlance | undefined): LinkedRow[] {
  return [
    ...(answer?.stock.warehouse_id
      ? [
          {
            icon: 'warehouse' as const,
            title: 'Warehouse',
            note: `${casesSum(answer.stock.cases)}, stock and movements`,
            to: `/warehouses/${answer.stock.warehouse_id}/products` as const,
          },
        ]
      : []),
    {
      icon: 'orders',
      title: 'Order value',
      note: `by manufacturer and day, ${GLANCE_DAYS} days`,
      to: '/order-value-summary',
      search: {
        seller: hub._id,
        ...(answer ? { from: String(answer.from), to: String(answer.from + GLANCE_DAYS * DAY) } : {}),
      },
    },
    {
      icon: 'people',
      title: 'Delivery associates',
      note: 'with what each owes',
      to: '/sales-officers',
      search: { sellers: hub._id, role: 'sales_officer.rep' },
    },
    { icon: 'chart', title: 'Who owes', note: 'Buyer Reconciliation, all hubs', to: '/report-buyer-reconciliation' },
    {
      icon: 'truck',
      title: 'Purchase Orders',
      note: 'goods that came to this hub',
      to: '/purchase-orders',
      search: { destination_type: 'seller', destinations: hub._id },
    },
    {
      icon: 'box',
      title: 'Manufacturers',
      note: plural(hub.manufacturer_count, '# sold here', '# sold here'),
      to: `/sellers/${hub._id}/manufacturers`,
    },
    ...(answer?.distributors ?? []).map((one) => ({
      icon: 'truck' as const,
      title: one.name,
      note: 'Distributor of this hub',
      to: `/distributors/${one._id}/balance` as const,
    })),
  ];
}

/** The field people of the hub, by role. */
function People({ people }: { people: SellerGlance['people'] }) {
  return (
    <Card label="People" padded={false}>
      <header className="flex flex-wrap items-baseline justify-between gap-x-3 px-5 pt-3">
        <h2 className="text-base font-semibold">People</h2>
        <span className="text-xs text-ink-faint">{plural(people.length, '# active', '# active')}</span>
      </header>
      {people.length === 0 ? (
        <p className="px-5 py-3 text-ink-soft">Nobody works in this hub yet. Create a sales officer for it.</p>
      ) : (
        <ul className="grid grid-cols-1 px-2 pb-2 sm:grid-cols-2 sm:px-3 xl:grid-cols-3">
          {people.map((one) => (
            <li key={one._id} className="min-w-0">
              <Link
                to={`/sales-officers/${one._id}/balance`}
                className="flex min-h-tap flex-col justify-center rounded-field px-2 py-1 hover:bg-surface-sunken"
              >
                <span className="truncate font-medium leading-5" title={one.name}>
                  {one.name}
                </span>
                <span className="truncate text-xs leading-4 text-ink-faint">{one.role_name}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
