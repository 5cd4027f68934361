/** The day of a delivery associate: reads it, closes it with two signatures, reopens it (decision 0550). Moves no stock and no wallet. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { type CloseOutDay, closeDay, closeOutDay, closeOutDays, reopenDay } from '#contract/closeout/closeOutCalls.ts';
import { CLOSE_DAYS, isNameOf, missingOf, signatureError } from '#domain/closeOut.ts';
import { isAssociate } from '#domain/home.ts';
import { formatMoney } from '#domain/money.ts';
import { makeRef } from '#domain/orderRef.ts';
import { isHubSide } from '#domain/permissions.ts';
import { DAY, dateInput, showClock, showDay, startOfDay } from '#domain/time.ts';
import { isOwnPassword, needOwnPassword } from '../auth/ownPassword.ts';
import { type Ctx, type Handler, handle } from '../calls/handler.ts';
import { invalid, notFound, Refusal } from '../calls/refusal.ts';
import { type DayFigures, type DayLine, dayFigures, figureFields } from './dayFigures.ts';

/** The condition on associates `m` whose days the person may see: the own ones, those of the hub, or all. */
function seen({ who }: Ctx) {
  if (isAssociate(who)) return sql`m.user_id = ${who.user_id} and m.seller_id = ${who.seller_id ?? ''}`;
  return isHubSide(who.role) ? sql`m.seller_id = ${who.seller_id ?? ''}` : sql`true`;
}

interface Officer {
  _id: string;
  user_id: string;
  name: string;
  seller_id: string;
  hub: string;
}

/** `lock`: the associate stays locked, so that the second of two persons who close a day at once finds it closed. */
async function officerOf(ctx: Ctx, id: string, lock = false): Promise<Officer> {
  const { rows } = await sql<Officer>`select m._id, m.user_id, m.name, m.seller_id, h.name as hub
    from sales_officer m join seller h on h._id = m.seller_id where m._id = ${id} and m.deleted_at is null and ${seen(ctx)}
    ${lock ? sql`for no key update of m` : sql``}`.execute(ctx.db);
  if (!rows[0]) throw notFound('Delivery associate');
  return rows[0];
}

interface Stored {
  _id: string;
  ref: string;
  version: number;
  status: 'closed' | 'reopened';
  closed_at: number;
  day: number;
  figures: string;
  lines: string;
  digest: string;
  officer_name: string;
  officer_signature: string;
  officer_typed: boolean;
  taker_id: string;
  taker_name: string;
  taker_signature: string;
  taker_typed: boolean;
  note: string;
  reopened_at: number | null;
  reopened_name: string | null;
  reopened_note: string;
}

const toClosedDay = (row: Stored): NonNullable<CloseOutDay['closed']> => ({
  ...{ _id: row._id, ref: row.ref, version: row.version, status: row.status, closed_at: row.closed_at, note: row.note },
  signed: figureFields({
    money: JSON.parse(row.figures) as DayFigures['money'],
    lines: JSON.parse(row.lines) as DayLine[],
    digest: row.digest,
  }),
  officer: { name: row.officer_name, mark: row.officer_signature, typed: row.officer_typed },
  taker: { name: row.taker_name, mark: row.taker_signature, typed: row.taker_typed },
  ...{ taker_id: row.taker_id, reopened_at: row.reopened_at, reopened_by: row.reopened_name },
  reopened_note: row.reopened_note,
});

async function dayOf(ctx: Ctx, officer: Officer, day: number): Promise<CloseOutDay> {
  const now = await dayFigures(ctx.db, officer._id, day);
  const { rows } =
    await sql<Stored>`select _id, ref, version, status, closed_at, day, figures, lines, digest, officer_name, officer_signature,
      officer_typed, taker_id, taker_name, taker_signature, taker_typed, note, reopened_at, reopened_name, reopened_note
    from close_out where sales_officer_id = ${officer._id} and day = ${day} order by closed_at desc, _id desc`.execute(
      ctx.db,
    );
  const closed = rows.find((row) => row.status === 'closed');
  return {
    officer: { _id: officer._id, name: officer.name },
    hub: { _id: officer.seller_id, name: officer.hub },
    day,
    now: figureFields(now),
    closed: closed ? toClosedDay(closed) : null,
    changed_since: closed !== undefined && closed.digest !== now.digest,
    before: rows.filter((row) => row !== closed).map(toClosedDay),
  };
}

/** Throws 422 if `day` is not the start of a day, lies in the future, or is too old to be closed. */
function mustBeADay(ctx: Ctx, day: number): void {
  if (startOfDay(day) !== day) throw invalid({ day: 'A day begins at 00:00 in Lagos.' });
  const today = startOfDay(ctx.now);
  if (day > today) throw invalid({ day: `${showDay(day, ctx.now)} has not begun. Close it on the day.` });
  if (day < today - CLOSE_DAYS * DAY) throw invalid({ day: `Only the last ${CLOSE_DAYS} days can be closed.` });
}

interface Marked {
  path: string | undefined;
  typed: string | undefined;
}

/** Checks a signature. Throws 422 at the field for a missing signature, an invalid drawing, or another person's name. */
function signatureOf(who: 'officer' | 'taker', name: string, { path, typed }: Marked) {
  if (path !== undefined && path !== '') {
    const wrong = signatureError(path);
    if (wrong !== null) throw invalid({ [`${who}_path`]: wrong });
    return { mark: path, typed: false };
  }
  if (typed === undefined || typed.trim() === '')
    throw invalid({ [`${who}_path`]: `The signature of ${name} is missing.` });
  if (!isNameOf(typed, name)) throw invalid({ [`${who}_name`]: `Type the name as it stands here: ${name}.` });
  return { mark: name, typed: true };
}

/** Returns the lines with the counted units. Throws 422 for counts without products, a product named twice, and a product that is not among the goods. */
function counted(lines: readonly DayLine[], ids: readonly string[], counts: readonly number[]): DayLine[] {
  if (ids.length !== counts.length) throw invalid({ counts: 'Each product needs its count.' });
  if (new Set(ids).size !== ids.length) throw invalid({ product_ids: 'Each product is counted only once.' });
  const known = new Set(lines.map((line) => line.product_id));
  if (ids.some((id) => !known.has(id)))
    throw invalid({ product_ids: 'One of these products is not among the goods of the day.' });
  const found = new Map(ids.map((id, at) => [id, counts[at] ?? 0]));
  return lines.map((line) => ({ ...line, counted: found.get(line.product_id) ?? null }));
}

const closeHandler = handle(
  closeDay,
  async (input, ctx, isRight: boolean) => {
    const { sales_officer_id, day, note = '' } = input;
    const officer = await officerOf(ctx, sales_officer_id, true);
    mustBeADay(ctx, day);
    if (officer.user_id === ctx.who.user_id)
      throw new Refusal('forbidden', 'You cannot close your own day. Another person must close it.');
    const known = await dayOf(ctx, officer, day);
    if (known.closed)
      throw new Refusal(
        'duplicate',
        `${showDay(day, ctx.now)} of ${officer.name} was closed by ${known.closed.taker.name} at ${showClock(known.closed.closed_at)}.`,
      );
    const own = signatureOf('officer', officer.name, { path: input.officer_path, typed: input.officer_name });
    const taker = signatureOf('taker', ctx.who.name, { path: input.taker_path, typed: input.taker_name });
    if (own.typed || taker.typed) needOwnPassword(isRight);
    // Postings to the wallet wait until the day is closed, so that none comes between reading and signing.
    await sql`select 1 from ledger where head = 'sales_officer' and owner = ${officer._id} for update`.execute(ctx.db);
    const figures = await dayFigures(ctx.db, officer._id, day);
    if (figures.digest !== input.expect_digest)
      throw new Refusal(
        'items_changed',
        'The figures of this day changed since you looked. Check them again, then sign.',
        {
          current: figureFields(figures),
        },
      );
    const lines = counted(figures.lines, input.product_ids ?? [], input.counts ?? []);
    const _id = ctx.newId();
    const ref = makeRef('CO', randomBytes(8));
    const by = ctx.who.user_id;
    await ctx.db
      .insertInto('close_out')
      .values({
        ...{ _id, created: ctx.now, modified: ctx.now, created_by: by, modified_by: by, ref, day, note },
        ...{
          sales_officer_id: officer._id,
          officer_name: officer.name,
          seller_id: officer.seller_id,
          hub_name: officer.hub,
        },
        ...{ figures: JSON.stringify(figures.money), lines: JSON.stringify(lines), digest: figures.digest },
        ...{
          officer_signature: own.mark,
          officer_typed: own.typed,
          taker_signature: taker.mark,
          taker_typed: taker.typed,
        },
        ...{ taker_id: by, taker_name: ctx.who.name, closed_at: ctx.now },
      })
      .execute();
    const missing = lines.filter((line) => missingOf(line) !== 0).length;
    await ctx.audit({
      ...{ action: 'close', model: 'sales_officer', record_id: officer._id, record_label: officer.name },
      after: { ref, day: dateInput(day), cash_left: formatMoney(figures.money.cash_left), missing_products: missing },
    });
    ctx.setMessage(`${showDay(day, ctx.now)} of ${officer.name} closed.`);
    return { _id, ref, version: 1 };
  },
  { prepare: async ({ hash_own }, ctx) => hash_own !== undefined && isOwnPassword(ctx, hash_own) },
);

const reopenHandler = handle(reopenDay, async ({ _id, note }, ctx) => {
  const { rows } = await sql<{
    ref: string;
    status: string;
    day: number;
    sales_officer_id: string;
    officer_name: string;
  }>`
    select ref, status, day, sales_officer_id, officer_name from close_out where _id = ${_id} for update`.execute(
    ctx.db,
  );
  const row = rows[0];
  if (!row) throw notFound('Close-out');
  if (row.status !== 'closed') throw new Refusal('bad_transition', `${row.ref} was reopened already.`);
  await sql`update close_out set status = 'reopened', reopened_at = ${ctx.now}, reopened_by = ${ctx.who.user_id}, reopened_name = ${ctx.who.name},
    reopened_note = ${note}, modified = ${ctx.now}, modified_by = ${ctx.who.user_id}, version = version + 1 where _id = ${_id}`.execute(
    ctx.db,
  );
  await ctx.audit({
    ...{ action: 'reopen', model: 'sales_officer', record_id: row.sales_officer_id, record_label: row.officer_name },
    after: { ref: row.ref, day: dateInput(row.day), description: note },
  });
  ctx.setMessage(`${showDay(row.day, ctx.now)} of ${row.officer_name} is open again.`);
  return { _id, ref: row.ref };
});

interface DayRow {
  _id: string;
  name: string;
  hub_id: string;
  hub: string;
  day: number;
  cash_taken: number;
  handed_in: number;
  ref: string | null;
  closed_at: number | null;
}

/** The days of the last 14 with a row of the wallet or of the warehouse log, the newest first. */
export async function daysWithMovement(ctx: Ctx, officer: string | undefined): Promise<DayRow[]> {
  const since = startOfDay(ctx.now) - CLOSE_DAYS * DAY;
  const one = officer === undefined ? sql`` : sql` and m._id = ${officer}`;
  const { rows } = await sql<DayRow>`
    with mine as (select m._id, m.name, m.seller_id from sales_officer m where m.deleted_at is null and ${seen(ctx)}${one}),
    moved as (
      select l.owner as officer, (x.created - ${since}) / ${DAY} as at,
        sum(case when x.tag = 'cash' and x.ref_type = 'order_group' then x.effect_kobo else 0 end) as taken,
        sum(case when x.tag in ('cash', 'transfer') and x.ref_type is distinct from 'order_group' then -x.effect_kobo else 0 end) as handed
      from ledger l join mine on mine._id = l.owner join ledger_log x on x.ledger_id = l._id and x.created >= ${since}
      where l.head = 'sales_officer' and l.subhead = 'wallet' group by 1, 2
      union all
      select w.parent, (x.created - ${since}) / ${DAY}, 0, 0 from warehouse w join mine on mine._id = w.parent
        join warehouse_log x on x.warehouse_id = w._id and x.created >= ${since}
      where w.parent_type = 'sales_officer' and w.deleted_at is null group by 1, 2)
    select mine._id, mine.name, h._id as hub_id, h.name as hub, (${since} + moved.at * ${DAY})::int8 as day, sum(moved.taken)::int8 as cash_taken,
      sum(moved.handed)::int8 as handed_in, c.ref, c.closed_at
    from moved join mine on mine._id = moved.officer join seller h on h._id = mine.seller_id
      left join close_out c on c.sales_officer_id = mine._id and c.day = ${since} + moved.at * ${DAY} and c.status = 'closed'
    group by mine._id, mine.name, h._id, h.name, moved.at, c.ref, c.closed_at
    order by moved.at desc, searchable(mine.name) collate "C", mine._id`.execute(ctx.db);
  return rows;
}

export const closeOutHandlers: Handler[] = [
  handle(closeOutDay, async ({ sales_officer_id, day }, ctx) => {
    if (startOfDay(day) !== day) throw invalid({ day: 'A day begins at 00:00 in Lagos.' });
    return dayOf(ctx, await officerOf(ctx, sales_officer_id), day);
  }),
  handle(closeOutDays, async ({ open_only, sales_officer_id }, ctx) => {
    const rows = await daysWithMovement(ctx, sales_officer_id);
    return rows
      .filter((row) => !open_only || row.ref === null)
      .map((row) => ({
        officer: { _id: row._id, name: row.name },
        hub: { _id: row.hub_id, name: row.hub },
        day: row.day,
        cash_taken: formatMoney(row.cash_taken),
        handed_in: formatMoney(row.handed_in),
        ref: row.ref,
        closed_at: row.closed_at,
      }));
  }),
  closeHandler,
  reopenHandler,
];
