import { useQuery } from '@tanstack/react-query';
import { Fragment, Suspense } from 'react';
import { queryFor } from '#client/reads/queries.ts';
import type { RowOf } from '#contract/model.ts';
import { createGroup } from '#contract/orders/orderCalls.ts';
import type { buyer } from '#contract/people/buyer.ts';
import { buyerGlance, GLANCE_MONTHS, type BuyerGlance as Glance } from '#contract/people/buyerCalls.ts';
import { usePathValues } from '#crud/address.ts';
import { Link, TextLink } from '#crud/Link.tsx';
import { lazyPart } from '#crud/lazyPart.tsx';
import { QueryCard } from '#crud/query/QueryBoundary.tsx';
import { StoredCopy } from '#crud/query/Saved.tsx';
import { useCan, useMayAsk } from '#crud/query/useSession.ts';
import { ServerLink } from '#crud/ServerLink.tsx';
import { emptyTexts } from '#crud/texts.ts';
import { NO_VALUE } from '#domain/locale.ts';
import { daysAgo } from '#domain/longTime.ts';
import { koboOf, showNaira } from '#domain/money.ts';
import { TAKING } from '#domain/order.ts';
import { plural } from '#domain/plural.ts';
import { casesText } from '#domain/units.ts';
import { wholeNaira } from '#domain/wholeNaira.ts';
import { buttonClasses } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Fact } from '#ui/Fact.tsx';
import { PhoneLink } from '#ui/PhoneLink.tsx';
import { Strip } from '#ui/Strip.tsx';
import { dayText } from '#ui/when.ts';
import { GoodsBand } from '../catalogue/parts/GoodsBand.tsx';
import { orderTexts } from '../orders/parts/texts.ts';
import { oftenText } from './often.ts';

const Sparkline = lazyPart(() => import('#ui/plots/Sparkline.tsx'), 'Sparkline');

/** A trend has so many months with orders, or more. */
const TREND_MONTHS = 3;

const useGlance = (buyerId: string) => useQuery(queryFor(buyerGlance, { buyer_id: buyerId }));

/** What a retailer owes, when and how often it orders, and what it bought in a year (decision 0252). */
export function BuyerGlance({ row }: { row: RowOf<typeof buyer> }) {
  const query = useGlance(row._id);
  const answer = query.data?.data;
  const owed = koboOf(row.outstanding);
  const now = Math.floor(Date.now() / 1_000);
  const year = answer?.months.reduce((sum, month) => sum + koboOf(month.amount), 0) ?? 0;
  const none = query.isError && !answer ? NO_VALUE : undefined;
  const copy = query.data?.copy && <StoredCopy at={query.data.at} />;
  if (answer && isNew(row, answer))
    return (
      <>
        {copy}
        <NewRetailer />
      </>
    );
  return (
    <>
      {copy}
      <Strip
        label="At a glance"
        noteLines={2}
        cells={[
          {
            label: 'Balance',
            value: owed === 0 ? emptyTexts.none : owed < 0 ? `Owes ${wholeNaira(-owed)}` : `Has ${wholeNaira(owed)}`,
            // The note explains why the balance differs from "Unpaid" of the orders below.
            note:
              owed > 0
                ? 'in credit'
                : owed < 0
                  ? 'billed minus paid; billed when delivered'
                  : 'Orders are billed when they are delivered',
            bad: owed < 0,
          },
          {
            label: 'Last order',
            value: answer ? (answer.last ? daysAgo(answer.last.created, now) : emptyTexts.none) : none,
            note: answer?.last && <LastOrder last={answer.last} />,
          },
          {
            label: 'Orders',
            value: answer ? oftenText(answer) : none,
            note:
              answer && answer.orders > 0
                ? answer.every === null
                  ? showNaira(answer.value)
                  : `${plural(answer.orders, '# order', '# orders')}, ${showNaira(answer.value)} in all`
                : '',
          },
          {
            label: `${GLANCE_MONTHS} months`,
            value: answer ? (year === 0 ? emptyTexts.none : wholeNaira(year)) : none,
            note: answer && year > 0 ? `${showNaira(koboOf(answer.months.at(-1)?.amount ?? '0.00'))} this month` : '',
            // Fewer months are no trend, but one mark in an empty line.
            trend: answer && answer.months.filter(({ amount }) => koboOf(amount) > 0).length >= TREND_MONTHS && (
              <Suspense fallback={null}>
                <Sparkline
                  label={`Value of orders in each of ${GLANCE_MONTHS} months, to ${dayText(now)}`}
                  values={answer.months.map((month) => koboOf(month.amount))}
                  width={72}
                  height={20}
                />
              </Suspense>
            ),
          },
        ]}
      />
      {query.isError && !answer && <QueryCard query={query}>{() => null}</QueryCard>}
    </>
  );
}

/** What the retailer bought most. It stands below the orders, which people look for first (decision 1561). */
export function BuysMost({ row }: { row: RowOf<typeof buyer> }) {
  const query = useGlance(row._id);
  const answer = query.data?.data;
  if ((query.isError && !answer) || (answer && isNew(row, answer))) return null;
  return (
    <GoodsBand
      title="Buys most"
      tiles={3}
      note={`in ${GLANCE_MONTHS} months`}
      goods={answer?.products.map(({ product, quantity, amount }) => ({
        _id: product._id,
        name: product.name,
        brand: product.brand.name,
        picture: product.upload?.path ?? null,
        note: `${casesText(quantity, product.case_count)}, ${showNaira(amount)}`,
      }))}
      empty="No orders in these months"
    />
  );
}

/** Whether nothing happened with this retailer yet: four figures would all say "None". */
const isNew = (
  { outstanding }: Pick<RowOf<typeof buyer>, 'outstanding'>,
  { orders, last, products }: Pick<Glance, 'orders' | 'last' | 'products'>,
): boolean => koboOf(outstanding) === 0 && orders === 0 && last === null && products.length === 0;

/** One sentence in the place of the figures. */
const NewRetailer = () => (
  <Card label="At a glance">
    <p>This retailer has no orders and no debt yet. Orders are billed when they are delivered.</p>
  </Card>
);

/** The leading button of an active retailer, for people who take orders. The cart has its own buttons. */
export function TakeOrder({ row }: { row: RowOf<typeof buyer> }) {
  const may = useMayAsk(createGroup);
  const isCart = usePathValues().tab === 'cart';
  if (!may || isCart || row.status !== 'active') return null;
  return (
    <ServerLink to={`/buyers/${row._id}/cart`} search={TAKING} className={buttonClasses('primary')}>
      {orderTexts.take}
    </ServerLink>
  );
}

function LastOrder({ last }: { last: NonNullable<Glance['last']> }) {
  const opens = useCan('view_orders', 'view_order');
  return (
    <>
      {opens ? (
        <Link to={`/order-groups/${last._id}`} className="touch-tap font-semibold text-accent hover:underline">
          {last.ref}
        </Link>
      ) : (
        last.ref
      )}
      , {showNaira(last.total)}, <span className="whitespace-nowrap">{dayText(last.created)}</span>
    </>
  );
}

/**
 * The hub, the areas with their representatives, and the visitors by route plan. The card stands below the retailer's own card, so that it moves nothing.
 */
export function ServedBy({ buyerId }: { buyerId: string }) {
  const { data, isError } = useGlance(buyerId);
  const answer = data?.data;
  const opensArea = useCan('view_areas');
  // The glance above says why, or is quiet.
  if (isError && !answer) return null;
  const { hub, areas, visitors } = answer ?? { hub: null, areas: [], visitors: [] };
  return (
    <Card label="Served by">
      <h2 className="mb-2 text-base font-semibold">Served by</h2>
      <dl className="flex min-h-11 flex-col gap-3">
        <Fact name="Hub">{hub?.name ?? (answer && 'No area has this location')}</Fact>
        {areas.map(({ _id, name, sales_officer: officer }) => (
          <Fragment key={_id}>
            <Fact name="Area">{opensArea ? <TextLink to={`/areas/${_id}`}>{name}</TextLink> : name}</Fact>
            <Fact name="Sales rep">{officer ? <Officer of={officer} /> : 'No sales rep'}</Fact>
          </Fragment>
        ))}
        {visitors.length > 0 && (
          <Fact name="Visited by route plan">
            {visitors.map((one) => (
              <Officer key={one._id} of={one} />
            ))}
          </Fact>
        )}
      </dl>
      {answer && !hub && <p className="mt-2 text-sm text-ink-soft">Orders come from the hub of their associate.</p>}
    </Card>
  );
}

/** A person, and the number of the person for people who may see it. */
const Officer = ({ of: { name, phone } }: { of: { name: string; phone: string } }) => (
  <span className="flex flex-wrap items-baseline gap-x-2">
    {name}
    {phone && (
      <span className="text-sm font-normal">
        <PhoneLink phone={phone} inLine />
      </span>
    )}
  </span>
);
