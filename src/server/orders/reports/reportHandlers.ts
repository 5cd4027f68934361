/** Order summary and order value summary (B5.12, B5.13). */
import { sql } from 'kysely';
import {
  type SoldProduct,
  type SummaryGroup,
  salesOfAll,
  salesOfAllBySeller,
  summaryByBuyer,
  summaryByDistributor,
} from '#contract/orders/orderReportCalls.ts';
import { MAX_SEARCH } from '#domain/limits.ts';
import { formatMoney } from '#domain/money.ts';
import { COUNTED_TAGS, SHOWN_TAGS } from '#domain/order.ts';
import {
  addMoney,
  moneyFields,
  NO_MONEY,
  type OrderMoney,
  summaryItem,
  totalFields,
  WITHOUT_PRODUCT,
} from '#domain/orderSums.ts';
import { casesAndUnits } from '#domain/units.ts';
import { type Ctx, type Handler, handle } from '../../calls/handler.ts';
import { joinHubPrice } from '../../catalogue/hubPrice.ts';
import { containsPattern } from '../../db/containsPattern.ts';
import type { Row } from '../../db/tables.ts';
import { dayHandler } from './dayHandler.ts';
import {
  among,
  anyOf,
  groupsIn,
  lineMoney,
  ranked,
  reportLines,
  requestedRange,
  sumOver,
  withoutProducts,
} from './reportSums.ts';

/** Sales of one product by one hub, in units and kobo. `buyer_id` is empty unless the report groups by retailer. */
interface HubSum extends OrderMoney {
  seller_id: string;
  buyer_id: string;
  product_id: string;
  issued: number;
  kept: number;
  /** The hub's own price, or null when the product's list price applies. */
  hub_price: number | null;
}

/** The sums of one product under one retailer or distributor. */
interface ProductSum extends OrderMoney {
  issued: number;
  kept: number;
  /** The highest own price among the hubs. */
  hub_price: number;
  /** Whether the list price applies at one of the hubs. */
  listed: boolean;
}

interface NamedProduct {
  _id: string;
  name: string;
  case_count: number;
  price_kobo: number;
}

interface SummaryInput {
  from_timestamp?: number;
  to_timestamp?: number;
  seller_id: string;
  sales_officer?: string;
  distributor?: string;
}

/**
 * Finds the distributor of a product: the one that is linked to the hub and carries the product, the oldest link first. '' when there is none
 * (B5.13).
 */
async function distributorFinder(ctx: Ctx): Promise<(seller: string, product: string) => string> {
  const { rows: links } = await sql<Pick<Row<'distributor_product'>, 'product_id' | 'distributor_id'>>`
    select dp.product_id, dp.distributor_id from distributor_product dp join distributor d on d._id = dp.distributor_id and d.deleted_at is null
    where dp.status = 'active' and dp.deleted_at is null order by dp.created, dp._id`.execute(ctx.db);
  const served = await ctx.db
    .selectFrom('distributor_seller')
    .select(['seller_id', 'distributor_id'])
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .execute();
  const ofProduct = new Map<string, string[]>();
  for (const { product_id, distributor_id } of links) {
    const own = ofProduct.get(product_id);
    if (own) own.push(distributor_id);
    else ofProduct.set(product_id, [distributor_id]);
  }
  const serves = new Set(served.map((link) => `${link.distributor_id} ${link.seller_id}`));
  return (seller, product) => ofProduct.get(product)?.find((one) => serves.has(`${one} ${seller}`)) ?? '';
}

/** The sums of an order summary by retailer or distributor ('' for none), then by product. */
async function summarySums(ctx: Ctx, by: 'distributor' | 'buyer', input: SummaryInput) {
  const range = requestedRange(ctx, input.from_timestamp, input.to_timestamp);
  const distributorOf = by === 'distributor' || !anyOf(input.distributor) ? await distributorFinder(ctx) : () => '';
  const statement = (from: number, to: number) => {
    let groups = groupsIn(ctx, from, to, input.seller_id, COUNTED_TAGS);
    if (!anyOf(input.sales_officer)) groups = sql`${groups} and g.sales_officer_id = ${input.sales_officer}`;
    const buyer = sql`${by === 'buyer' ? sql`g.buyer_id` : sql`''`} as buyer_id`;
    return sql<HubSum>`
      with s as materialized (
        select g.seller_id, ${buyer}, i.product_id, sum(i.quantity)::int8 as issued,
          sum(coalesce(i.quantity_accepted, i.quantity))::int8 as kept, ${lineMoney}
        from ${reportLines(groups)} group by 1, 2, 3
        union all ${withoutProducts(groups, sql`g.seller_id, ${buyer}, '' as product_id, 0::int8 as issued, 0::int8 as kept`, sql`group by 1, 2`)})
      select s.*, sp.price_kobo as hub_price from s
        ${joinHubPrice('s.seller_id', 's.product_id')}`;
  };
  const sums = new Map<string, Map<string, ProductSum>>();
  await sumOver(ctx, { ...range, seller: input.seller_id }, statement, (row) => {
    const distributor = distributorOf(row.seller_id, row.product_id);
    if (!(anyOf(input.distributor) || distributor === input.distributor)) return;
    const key = by === 'buyer' ? row.buyer_id : distributor;
    const own = sums.get(key) ?? new Map<string, ProductSum>();
    sums.set(key, own);
    const sum = own.get(row.product_id) ?? { issued: 0, kept: 0, ...NO_MONEY, hub_price: 0, listed: false };
    own.set(row.product_id, sum);
    sum.issued += row.issued;
    sum.kept += row.kept;
    addMoney(sum, row);
    sum.hub_price = Math.max(sum.hub_price, row.hub_price ?? 0);
    sum.listed ||= row.hub_price === null;
  });
  return sums;
}

async function summary(ctx: Ctx, by: 'distributor' | 'buyer', input: SummaryInput) {
  const sums = await summarySums(ctx, by, input);
  const sold = [...sums.values()].flatMap((own) => [...own.keys()]);
  const namedProducts = ranked(
    ctx,
    sql<NamedProduct>`select _id, name, case_count, price_kobo from product where ${among('_id', sold)} order by name_key, _id`,
  );
  // "No distributor" is sorted among the names like any other.
  const none = by === 'distributor' ? sql`union all select '', 'No distributor', 'no distributor'` : sql``;
  const namedKeys = ranked(
    ctx,
    sql<Pick<Row<'seller'>, '_id' | 'name'>>`select _id, name from (select _id, name, name_key from ${sql.table(by)}
      where ${among('_id', sums.keys())} ${none}) k order by name_key collate "C", _id`,
  );
  const [products, keys] = await Promise.all([namedProducts, namedKeys]);
  products.set('', { _id: '', name: WITHOUT_PRODUCT, case_count: 1, price_kobo: 0, rank: products.size });
  const total = { ...NO_MONEY };
  const groups: SummaryGroup[] = [];
  for (const { _id, name } of keys.values()) {
    const own = [...(sums.get(_id) ?? [])].flatMap(([id, sum]) => {
      const product = products.get(id);
      return product ? [{ sum, product }] : [];
    });
    if (own.length === 0) continue;
    own.sort((a, b) => a.product.rank - b.product.rank);
    const money = { ...NO_MONEY };
    for (const { sum } of own) addMoney(money, sum);
    addMoney(total, money);
    groups.push({
      _id,
      name,
      ...moneyFields(money),
      items: own.map(({ product, sum }) =>
        summaryItem(product, sum, Math.max(sum.hub_price, sum.listed ? product.price_kobo : 0)),
      ),
    });
  }
  return { groups, ...totalFields(total) };
}

interface SalesInput {
  timestamp_min?: number;
  timestamp_max?: number;
  seller_id: string;
  tags?: string[];
  query?: string;
}

/** Sales of a product, in units and kobo. `seller_id` is empty unless the report groups by hub. */
interface SoldRow extends OrderMoney {
  seller_id: string;
  product_id: string;
  quantity: number;
  /** The part of `amount` that is of cancelled orders. */
  cancelled: number;
}

type SoldOf = Record<'_id' | 'name' | 'brand_id' | 'brand' | 'maker_id' | 'maker', string> & { case_count: number };

/** The names of an amount that was billed without a product. */
const NOTHING: SoldOf = {
  ...{ _id: '', name: WITHOUT_PRODUCT, case_count: 1 },
  ...{ brand_id: '', brand: WITHOUT_PRODUCT, maker_id: '', maker: WITHOUT_PRODUCT },
};

async function sales(ctx: Ctx, input: SalesInput, perSeller: boolean) {
  const { tags = [], query = '' } = input;
  const { from, to } = requestedRange(ctx, input.timestamp_min, input.timestamp_max);
  const words = query === '*' ? [] : query.slice(0, MAX_SEARCH).split(/\s+/u).filter(Boolean);
  const statement = (begin: number, end: number) => {
    const groups = groupsIn(ctx, begin, end, input.seller_id, tags.length > 0 ? tags : SHOWN_TAGS);
    const hub = sql`${perSeller ? sql`g.seller_id` : sql`''`} as seller_id`;
    // Amounts without a product match no search words.
    const rest =
      words.length > 0
        ? sql``
        : sql`union all ${withoutProducts(groups, sql`${hub}, '' as product_id, 0::int8 as quantity, 0::int8 as cancelled`, sql`group by 1`)}`;
    return sql<SoldRow>`
    select ${hub}, i.product_id, sum(coalesce(i.quantity_accepted, i.quantity))::int8 as quantity,
      coalesce(sum(i.line_kobo) filter (where g.tag = 'cancelled'), 0)::int8 as cancelled, ${lineMoney}
    from ${reportLines(groups)} group by 1, 2 ${rest}`;
  };
  const sums = new Map<string, SoldRow>();
  await sumOver(ctx, { from, to, seller: input.seller_id }, statement, (row) => {
    const key = `${row.product_id} ${row.seller_id}`;
    const sum = sums.get(key);
    if (!sum) return void sums.set(key, row);
    sum.quantity += row.quantity;
    sum.cancelled += row.cancelled;
    addMoney(sum, row);
  });
  const rows = [...sums.values()];
  const found = words.map((word) => {
    const like = containsPattern(word);
    return sql` and (p.name_key like ${like} or b.name_key like ${like} or maker.name_key like ${like})`;
  });
  const ids = rows.map((row) => row.product_id);
  const products = await ranked(
    ctx,
    sql<SoldOf>`select p._id, p.name, p.case_count, b._id as brand_id, b.name as brand, maker._id as maker_id, maker.name as maker
    from product p join brand b on b._id = p.brand_id join manufacturer maker on maker._id = b.manufacturer_id
    where ${among('p._id', ids)} ${found.length > 0 ? sql.join(found, sql``) : sql``} order by p.name_key, p._id`,
  );
  if (sums.size > 0) products.set('', { ...NOTHING, rank: products.size });
  const sellers = rows.map((row) => row.seller_id);
  const hubs = await ranked(
    ctx,
    sql<
      Pick<Row<'seller'>, '_id' | 'name'>
    >`select _id, name from seller where ${among('_id', sellers)} order by name_key, _id`,
  );
  const placed = rows.flatMap((row) => {
    const product = products.get(row.product_id);
    return product ? [{ row, product, hub: hubs.get(row.seller_id) }] : [];
  });
  placed.sort((a, b) => a.product.rank - b.product.rank || (a.hub?.rank ?? hubs.size) - (b.hub?.rank ?? hubs.size));
  const total = { ...NO_MONEY };
  let cancelled = 0;
  const sold = placed.map(({ row, product, hub }): SoldProduct => {
    addMoney(total, row);
    cancelled += row.cancelled;
    return {
      product_id: row.product_id,
      name: product.name,
      case_count: product.case_count,
      brand: { _id: product.brand_id, name: product.brand },
      manufacturer: { _id: product.maker_id, name: product.maker },
      quantity: row.quantity,
      ...casesAndUnits(row.quantity, product.case_count),
      ...moneyFields(row),
      ...(perSeller ? { seller: hub ? { _id: hub._id, name: hub.name } : null } : {}),
    };
  });
  return { products: sold, ...totalFields(total), total_cancelled: formatMoney(cancelled) };
}

export const orderReportHandlers: Handler[] = [
  dayHandler,
  handle(summaryByDistributor, (input, ctx) => summary(ctx, 'distributor', input)),
  handle(summaryByBuyer, (input, ctx) => summary(ctx, 'buyer', input)),
  handle(salesOfAll, (input, ctx) => sales(ctx, input, false)),
  handle(salesOfAllBySeller, (input, ctx) => sales(ctx, input, true)),
];
