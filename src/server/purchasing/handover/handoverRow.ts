/** A handover as it is stored and as calls show it. */
import { type RawBuilder, sql } from 'kysely';
import type { Handover } from '#contract/handover/handoverCalls.ts';
import type { Offer, TakenCount } from '#contract/handover/papers.ts';
import { missingSide, stateOf } from '#domain/handover/rules.ts';
import { isOtherLots } from '#domain/handover/takenLots.ts';
import { can, isHubSide } from '#domain/permissions.ts';
import { movedQuantity } from '#domain/transfer.ts';
import type { Ctx } from '../../calls/handler.ts';
import type { Db } from '../../db/open.ts';

export interface HandoverRow {
  _id: string;
  created: number;
  version: number;
  transfer: string;
  order_id: string | null;
  giver_id: string;
  giver_name: string;
  /** The text that the giver signed. */
  offer: string;
  offer_digest: string;
  given_at: number;
  given_seen: number | null;
  taker_id: string | null;
  taker_name: string | null;
  answer: string | null;
  taken_offer_digest: string | null;
  taken_at: number | null;
  taken_seen: number | null;
  counts: string;
  not_posted: string;
  settled_at: number | null;
  settled_by: string | null;
  settled_name: string | null;
  settled_note: string;
  ref: string | null;
  tag: string | null;
  executed_at: number | null;
  items_digest: string | null;
}

const handoverRows = (
  where: RawBuilder<unknown>,
) => sql<HandoverRow>`select h._id, h.created, h.version, h.transfer, h.order_id, h.giver_id,
    h.giver_name, h.offer, h.offer_digest, h.given_at, h.given_seen, h.taker_id, h.taker_name, h.answer, h.taken_offer_digest, h.taken_at,
    h.taken_seen, h.counts, h.not_posted, h.settled_at, h.settled_by, h.settled_note, u.name as settled_name, o.ref, o.tag, o.executed_at, o.items_digest
  from handover h left join purchase_order o on o._id = h.order_id left join user_account u on u._id = h.settled_by where ${where}`;

/** Whether the two sides name different goods: the giver confirmed again after the taker had counted, or the receipt differs. */
const hasOtherGoods = (row: HandoverRow): boolean =>
  (row.taken_offer_digest !== null && row.given_seen !== null && row.taken_offer_digest !== row.offer_digest) ||
  (row.tag === 'receipt' && row.items_digest !== (row.taken_offer_digest ?? row.offer_digest));

function toHandover(row: HandoverRow): Handover {
  const offer = JSON.parse(row.offer) as Offer;
  const counted = new Map((JSON.parse(row.counts) as TakenCount[]).map((one) => [one.product_id, one]));
  const other_goods = hasOtherGoods(row);
  const facts = {
    hasGiver: row.given_seen !== null,
    hasTaker: row.taken_seen !== null,
    posted: row.tag === 'receipt',
    differs: other_goods || counted.size > 0,
    settled: row.settled_at !== null,
  };
  return {
    _id: row._id,
    version: row.version,
    transfer: row.transfer,
    order:
      row.order_id === null
        ? null
        : { _id: row.order_id, ref: row.ref ?? '', tag: row.tag ?? '', executed_at: row.executed_at },
    giver: { _id: row.giver_id, name: row.giver_name },
    taker: row.taker_id === null ? null : { _id: row.taker_id, name: row.taker_name ?? row.taker_id },
    given_at: row.given_at,
    taken_at: row.taken_at,
    state: stateOf(facts),
    missing: missingSide(facts),
    source_name: offer.source_name,
    destination_name: offer.destination_name,
    lines: offer.lines.map(({ product_id, name, case_count, ...line }) => {
      const given = movedQuantity(line);
      const own = counted.get(product_id);
      return {
        product_id,
        name,
        case_count,
        given,
        taken: facts.hasTaker ? (own?.quantity ?? given) : null,
        note: own?.note ?? '',
        lots: line.lots ?? '',
        taken_lots: own && isOtherLots(own.lots, { ...line, moved: given }) ? (own.lots ?? null) : null,
      };
    }),
    other_goods,
    not_posted: row.tag === 'receipt' ? '' : row.not_posted,
    settled:
      row.settled_at === null
        ? null
        : {
            at: row.settled_at,
            by: { _id: row.settled_by ?? '', name: row.settled_name ?? row.settled_by ?? '' },
            note: row.settled_note,
          },
  };
}

/** Throws if it is not stored. */
export async function readOne(db: Db, id: string): Promise<Handover> {
  const row = await findOne(db, sql`h._id = ${id}`);
  if (!row) throw new Error('The handover was not stored');
  return toHandover(row);
}

export async function findOne(db: Db, where: RawBuilder<unknown>): Promise<HandoverRow | null> {
  return (await handoverRows(where).execute(db)).rows[0] ?? null;
}

/** The condition on handovers `h` that this person may see: an account of a hub sees those of the hub, the office sees all, others see their own. */
export const seenBy = ({ who }: Pick<Ctx, 'who'>): RawBuilder<unknown> => {
  const own = sql`(h.giver_id = ${who.user_id} or h.taker_id = ${who.user_id})`;
  if (!can(who, 'view_handovers')) return own;
  const hub = who.seller_id ?? '';
  return isHubSide(who.role)
    ? sql`(${own} or h.destination = ${hub} or h.offer::json ->> 'source' = ${hub})`
    : sql`true`;
};

/** Unfinished handovers that this person may see, the oldest first. `seen`: when the first half arrived, epoch seconds. */
export async function openHandoversOf(ctx: Pick<Ctx, 'db' | 'who'>): Promise<{ seen: number; handover: Handover }[]> {
  const { rows } = await handoverRows(
    sql`h.settled_at is null and ${seenBy(ctx)} and not (h.given_seen is not null and h.taken_seen is not null and h.counts = '[]'
      and coalesce(o.tag, '') = 'receipt' and o.items_digest = h.taken_offer_digest and h.offer_digest = h.taken_offer_digest)
      order by h.created, h._id limit 500`,
  ).execute(ctx.db);
  return rows.map((row) => ({ seen: row.created, handover: toHandover(row) }));
}
