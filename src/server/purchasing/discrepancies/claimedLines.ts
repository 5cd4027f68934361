/** The lines of a claim: which lines can be claimed, and their sum (decision 0471). */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { claimAmount, claimText, type DiscrepancyKind, MAX_CLAIM_LINES } from '#domain/discrepancy.ts';
import { isMoney } from '#domain/money.ts';
import type { Ctx } from '../../calls/handler.ts';
import { invalid, notFound, Refusal } from '../../calls/refusal.ts';
import { type DiscrepancyColumns, discrepanciesWhere, isTakenBack } from './discrepancyLines.ts';

interface Claimed {
  item_id: string;
  kind: DiscrepancyKind;
  units: number;
  /** Kobo. */
  value: number;
}

/** The supplier of lines, and the lines as a claim stores them. */
export interface Claimable {
  supplier: string;
  supplier_name: string;
  lines: Claimed[];
}

/** "PO-AB12CD34, PO-EF56GH78 and 3 more". */
function someOf(names: readonly string[]): string {
  const all = [...new Set(names)];
  const few = all.slice(0, 3);
  return all.length > few.length ? `${few.join(', ')} and ${all.length - few.length} more` : few.join(', ');
}

/**
 * Locks the lines of receipts and checks that all belong to one supplier (`of`, if given). Throws 404 for a missing line, 422 (item_ids) for lines without a
 * supplier, and 409 for lines in another claim.
 */
export async function claimable(ctx: Ctx, item_ids: readonly string[], of?: string): Promise<Claimable> {
  const ids = [...new Set(item_ids)];
  if (ids.length > MAX_CLAIM_LINES) throw invalid({ item_ids: `A claim has ${MAX_CLAIM_LINES} lines at most.` });
  // The second of two persons who claim a line at once waits here and then finds it claimed.
  const { rows: there } = await sql<{
    _id: string;
  }>`select _id from purchase_order_item where _id = any(${ids}) and deleted_at is null
    order by _id for update`.execute(ctx.db);
  if (there.length < ids.length) throw notFound('Line', 'item_ids');
  await mustBeFree(ctx, ids);
  const { rows: back } = await sql<{
    ref: string;
  }>`select distinct o.ref from purchase_order o join purchase_order_item i
    on i.purchase_order_id = o._id where i._id = any(${ids}) and ${isTakenBack} order by o.ref`.execute(ctx.db);
  if (back.length > 0)
    throw invalid({ item_ids: `Reversed, so nothing of it can be claimed: ${someOf(back.map((one) => one.ref))}.` });
  const { rows } = await sql<DiscrepancyColumns>`select d.* from ${discrepanciesWhere(
    sql`o._id in (select purchase_order_id from purchase_order_item where _id = any(${ids}))`,
    sql`i._id = any(${ids})`,
  )} d order by d.item_id, d.kind`.execute(ctx.db);
  const noSupplier = rows.find((row) => row.supplier_type !== 'distributor');
  if (noSupplier)
    throw invalid({ item_ids: `${noSupplier.supplier_name} is no supplier. Only distributors can be asked.` });
  const known = new Set(rows.map((row) => row.item_id));
  if (known.size < ids.length)
    throw invalid({ item_ids: 'Nothing came short, over or damaged with one of these lines.' });
  const suppliers = new Map(rows.map((row) => [row.supplier, row.supplier_name]));
  const [first] = suppliers;
  if (!first) throw invalid({ item_ids: 'Choose at least one line.' });
  const another = [...suppliers].find(([id]) => id !== (of ?? first[0]));
  if (suppliers.size > 1)
    throw invalid({
      item_ids: `These lines are of several suppliers: ${someOf([...suppliers.values()])}. Make one claim for each.`,
    });
  if (another) throw invalid({ item_ids: `This claim is of another supplier than ${another[1]}.` });
  return {
    supplier: first[0],
    supplier_name: first[1],
    lines: rows.map(({ item_id, kind, units, value_kobo }) => ({ item_id, kind, units, value: value_kobo })),
  };
}

/** Throws 409 if another claim contains one of the lines, and names the claims. */
async function mustBeFree(ctx: Ctx, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{
    _id: string;
    ref: string;
    status: string;
    many: number;
  }>`select c._id, c.ref, c.status, count(*)::int4 as many
    from claim_line l join claim c on c._id = l.claim_id where l.item_id = any(${ids}) and l.stands group by c._id, c.ref, c.status
    order by c.ref`.execute(ctx.db);
  if (rows.length === 0) return;
  const many = rows.reduce((sum, row) => sum + row.many, 0);
  const what = many === 1 ? 'One of these lines stands' : `${many} of these lines stand`;
  throw new Refusal('already_claimed', `${what} in ${someOf(rows.map((row) => row.ref))} already.`, {
    claims: rows.map(({ _id, ref, status }) => ({ _id, ref, status })),
  });
}

export interface ClaimSums {
  amount_kobo: number;
  line_count: number;
  lines_digest: string;
}

/** The sums that a claim stores. Throws 422 if nothing is left to claim. */
export function claimSums(lines: readonly Claimed[]): ClaimSums {
  if (lines.length === 0) throw invalid({ item_ids: 'A claim needs a line. Cancel the claim instead.' });
  if (lines.length > MAX_CLAIM_LINES) throw invalid({ item_ids: `A claim has ${MAX_CLAIM_LINES} lines at most.` });
  const amount_kobo = claimAmount(lines);
  if (amount_kobo <= 0)
    throw invalid({
      item_ids: 'The extra goods are worth as much as the missing ones, so there is nothing to claim.',
    });
  if (!isMoney(amount_kobo)) throw new Refusal('limit', 'Amount is too large.');
  return {
    amount_kobo,
    line_count: lines.length,
    lines_digest: createHash('sha256').update(claimText(lines)).digest('hex'),
  };
}

export async function linesOf(ctx: Ctx, claim: string): Promise<Claimed[]> {
  const { rows } =
    await sql<Claimed>`select item_id, kind, units, value_kobo as value from claim_line where claim_id = ${claim}
    order by item_id`.execute(ctx.db);
  return rows;
}

export async function addLines(ctx: Ctx, claim: string, lines: readonly Claimed[]): Promise<void> {
  await sql`insert into claim_line (claim_id, item_id, kind, units, value_kobo)
    select ${claim}, item_id, kind, units, value from json_to_recordset(${JSON.stringify(lines)}::json)
      as added (item_id text, kind text, units int4, value int8) order by item_id`.execute(ctx.db);
}
