/** The rules for lead time and order size of a hub (decision 0531). Each change is recorded in the history of the hub. */
import { type RawBuilder, sql } from 'kysely';
import { coverRules, removeCoverRule, setCoverRule } from '#contract/purchasing/coverCalls.ts';
import { isHubSide } from '#domain/permissions.ts';
import { type Ctx, type Handler, handle } from '../../calls/handler.ts';
import { invalid, notFound, Refusal } from '../../calls/refusal.ts';
import { isLive } from '../../db/reads.ts';

interface Row {
  _id: string;
  version: number;
  seller_id: string;
  seller_name: string;
  distributor_id: string | null;
  distributor_name: string | null;
  product_id: string | null;
  product_name: string | null;
  lead_days: number;
  safety_days: number;
  order_days: number;
}

const named = (_id: string | null, name: string | null) => (_id === null ? null : { _id, name: name ?? '' });
const toRule = (row: Row) => ({
  _id: row._id,
  version: row.version,
  seller: { _id: row.seller_id, name: row.seller_name },
  distributor: named(row.distributor_id, row.distributor_name),
  product: named(row.product_id, row.product_name),
  lead_days: row.lead_days,
  safety_days: row.safety_days,
  order_days: row.order_days,
});

async function rulesWhere(ctx: Ctx, where: RawBuilder<unknown>) {
  const { rows } =
    await sql<Row>`select r._id, r.version, r.seller_id, s.name as seller_name, r.distributor_id, d.name as distributor_name,
      r.product_id, p.name as product_name, r.lead_days, r.safety_days, r.order_days
    from cover_rule r join seller s on s._id = r.seller_id left join distributor d on d._id = r.distributor_id left join product p on p._id = r.product_id
    where ${where} order by r.product_id is not null, r.distributor_id is not null, d.name_key, p.name_key, r._id`.execute(
      ctx.db,
    );
  return rows.map(toRule);
}
type Rule = Awaited<ReturnType<typeof rulesWhere>>[number];

const shown = ({ distributor, product, lead_days, safety_days, order_days }: Rule) => ({
  for: product?.name ?? distributor?.name ?? 'the whole hub',
  lead_days,
  safety_days,
  order_days,
});

/** Locks the hub, so that two rules of it are written one after the other. Throws 404. */
async function holdHub(ctx: Ctx, hub: string): Promise<void> {
  const { rows } = await sql`select 1 from seller where _id = ${hub} and deleted_at is null for update`.execute(ctx.db);
  if (rows.length === 0) throw notFound('Hub', 'seller_id');
}

function refuseChanged(stored: Rule | undefined, seen: number | undefined): void {
  if (seen !== undefined && seen !== (stored?.version ?? 0))
    throw new Refusal('conflict', 'Somebody changed this rule meanwhile.', { current: stored ?? null });
}

export const ruleHandlers: readonly Handler[] = [
  handle(coverRules, async ({ seller_id }, ctx) => {
    if (isHubSide(ctx.who.role) && ctx.who.seller_id !== seller_id) throw notFound('Hub');
    if (!(await isLive(ctx.db, 'seller', seller_id))) throw notFound('Hub');
    return rulesWhere(ctx, sql`r.seller_id = ${seller_id}`);
  }),
  handle(setCoverRule, async (input, ctx) => {
    const { seller_id, distributor_id = null, product_id = null, lead_days, safety_days, order_days } = input;
    if (distributor_id !== null && product_id !== null)
      throw invalid({ product_id: 'A rule is of a supplier or of a product, not of both.' });
    await holdHub(ctx, seller_id);
    if (distributor_id !== null && !(await isLive(ctx.db, 'distributor', distributor_id)))
      throw notFound('Supplier', 'distributor_id');
    if (product_id !== null && !(await isLive(ctx.db, 'product', product_id))) throw notFound('Product', 'product_id');
    const same = sql`r.seller_id = ${seller_id} and r.distributor_id is not distinct from ${distributor_id}::text
      and r.product_id is not distinct from ${product_id}::text`;
    const [stored] = await rulesWhere(ctx, same);
    refuseChanged(stored, input.base_version);
    const by = ctx.who.user_id;
    if (stored)
      await sql`update cover_rule set lead_days = ${lead_days}, safety_days = ${safety_days}, order_days = ${order_days}, version = version + 1,
        modified = ${ctx.now}, modified_by = ${by} where _id = ${stored._id}`.execute(ctx.db);
    else
      await sql`insert into cover_rule (_id, created, modified, created_by, modified_by, seller_id, distributor_id, product_id, lead_days, safety_days, order_days)
        values (${ctx.newId()}, ${ctx.now}, ${ctx.now}, ${by}, ${by}, ${seller_id}, ${distributor_id}, ${product_id}, ${lead_days}, ${safety_days}, ${order_days})`.execute(
        ctx.db,
      );
    const [rule] = await rulesWhere(ctx, same);
    if (!rule) throw notFound('Rule');
    await ctx.audit({
      ...{ action: 'cover_rule', model: 'seller', record_id: seller_id, record_label: rule.seller.name },
      before: stored ? shown(stored) : null,
      after: shown(rule),
    });
    ctx.setMessage('Reorder rule saved.');
    return rule;
  }),
  handle(removeCoverRule, async ({ _id, base_version }, ctx) => {
    const [known] = await rulesWhere(ctx, sql`r._id = ${_id}`);
    if (!known) throw notFound('Rule');
    await holdHub(ctx, known.seller._id);
    const [rule] = await rulesWhere(ctx, sql`r._id = ${_id}`);
    if (!rule) throw notFound('Rule');
    refuseChanged(rule, base_version);
    await sql`delete from cover_rule where _id = ${_id}`.execute(ctx.db);
    await ctx.audit({
      ...{ action: 'cover_rule', model: 'seller', record_id: rule.seller._id, record_label: rule.seller.name },
      before: shown(rule),
      after: null,
    });
    ctx.setMessage('Reorder rule removed.');
    return { _id };
  }),
];
