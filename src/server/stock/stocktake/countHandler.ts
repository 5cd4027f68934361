/** Writes the counts of a tablet: all data is read first, the rules run row by row, and a few statements write them (decision 0410). */
import { sql } from 'kysely';
import type { InputOf } from '#contract/fields.ts';
import { countRows } from '#contract/stock/stocktakeCalls.ts';
import { lotsText, readLots, unitsOf } from '#domain/lots.ts';
import { countedOf } from '#domain/stocktake.ts';
import { DAY } from '#domain/time.ts';
import { type AuditLine, writeAudits } from '../../calls/audit.ts';
import { type BatchRow, type Ctx, handleBatch, type RowOutcome } from '../../calls/handler.ts';
import { invalid, notFound, Refusal } from '../../calls/refusal.ts';
import { figuresOf, type KeptFigure, needsAnother, oneMoreRound, type Rounds } from './countLines.ts';
import { closedRefusal, doer, lockStocktake, type StocktakeHead, touchStocktake } from './lockedStocktake.ts';

type CountInput = InputOf<typeof countRows.input> & InputOf<typeof countRows.row>;
type CountRow = BatchRow<CountInput>;

/** An older count has a wrong date: a tablet keeps its work for seven days, even over a restore. */
const OLDEST = 31 * DAY;

interface CountedLine extends Rounds {
  product_id: string;
  name: string;
  tracks_lots: boolean;
  /** false: the count adds the product to the stocktake. */
  isKnown: boolean;
  figures: KeptFigure[];
}

/** The data for one batch. */
interface Sheet {
  head: StocktakeHead;
  /** By product; those that the batch names and that are there. */
  lines: Map<string, CountedLine>;
  /** When this database came out of a backup, epoch seconds. */
  restored: number | null;
}

async function openSheet(ctx: Ctx, head: StocktakeHead, rows: readonly CountRow[]): Promise<Sheet> {
  const products = [...new Set(rows.map(({ input }) => input.product_id))];
  const { rows: found } = await sql<Omit<CountedLine, 'figures'>>`select p._id as product_id, p.name, p.tracks_lots,
      l.product_id is not null as "isKnown", coalesce(l.round, 1) as round, coalesce(l.whys, '') as whys
    from product p left join stocktake_line l on l.stocktake_id = ${head._id} and l.product_id = p._id
    where p._id = any(${products}) and (p.deleted_at is null or l.product_id is not null)`.execute(ctx.db);
  const figures = await figuresOf(ctx.db, head._id, products);
  const store = await ctx.db.selectFrom('store').select('restored').executeTakeFirst();
  const lines = new Map(
    found.map((line) => [line.product_id, { ...line, figures: figures.get(line.product_id) ?? [] }] as const),
  );
  return { head, lines, restored: store?.restored ?? null };
}

/** The line of a count in the round that it belongs to. Throws what speaks against the count. */
function lineFor(sheet: Sheet, input: CountInput, ctx: Ctx): { line: CountedLine; round: number; at: number } {
  let line = sheet.lines.get(input.product_id);
  if (!line) throw notFound('Product', 'product_id');
  if (input.counted_at < ctx.now - OLDEST)
    throw invalid({
      counted_at: 'The time of this count is not valid. Please set the clock of this tablet and count again.',
    });
  // Nobody counts later than the count arrives.
  const at = Math.min(input.counted_at, ctx.now);
  const round = input.round ?? line.round;
  // The request for the round may have been lost with the days after the backup, although the count was made in that round.
  if (sheet.restored !== null && at <= sheet.restored) while (line.round < round) line = oneMoreRound(line, 'differ');
  if (round > line.round) throw invalid({ round: `Nobody asked for a recount of ${line.name}.` });
  if (needsAnother(line, round, line.figures, doer(ctx)))
    throw invalid({ product_id: `Somebody else must count ${line.name} again, because you counted it before.` });
  return { line, round, at };
}

/** The lots of a count as they are stored; null: it names none. Throws what speaks against them. */
function lotsOf({ lots: sent = '', quantity }: CountInput, { name, tracks_lots }: CountedLine): string | null {
  const lots = readLots(sent);
  if (typeof lots === 'string') throw invalid({ lots });
  if (lots.length > 0 && !tracks_lots) throw invalid({ lots: `${name} is not tracked by lot.` });
  if (unitsOf(lots) > quantity) throw invalid({ lots: 'The lots add up to more than the count.' });
  // Nothing leaves here, so no lot has a reason.
  return lotsText(lots.map(({ why: _, ...lot }) => lot)) || null;
}

/** Lays one count into the sheet and answers its figure. */
function layDown(sheet: Sheet, input: CountInput, ctx: Ctx): { figure: KeptFigure; before: number | null } {
  const { line, round, at } = lineFor(sheet, input, ctx);
  const by = doer(ctx);
  const place = input.place ?? '';
  const old = line.figures.find((one) => one.round === round && one.place === place && one.user_id === by);
  const figure: KeptFigure = {
    ...{ _id: old?._id ?? ctx.newId(), version: (old?.version ?? 0) + 1, name: old?.name ?? ctx.who.name },
    ...{ product_id: input.product_id, place, round, user_id: by, quantity: input.quantity, counted_at: at },
    lots: lotsOf(input, line),
  };
  const figures = [...line.figures.filter((one) => one !== old), figure];
  const counted = countedOf(figures);
  const after = counted.differs && counted.round === line.round ? oneMoreRound(line, 'differ') : line;
  sheet.lines.set(input.product_id, { ...after, figures });
  return { figure, before: old?.quantity ?? null };
}

async function write(ctx: Ctx, sheet: Sheet, written: readonly KeptFigure[]): Promise<void> {
  const { _id } = sheet.head;
  const named = new Set(written.map((one) => one.product_id));
  const lines = [...named].sort().flatMap((product) => {
    const line = sheet.lines.get(product);
    if (!line) return [];
    const { round: counted_round, differs } = countedOf(line.figures);
    return [{ product_id: product, round: line.round, whys: line.whys, counted_round, differs }];
  });
  await sql`insert into stocktake_line (stocktake_id, product_id, round, whys, counted_round, differs)
    select ${_id}, * from json_to_recordset(${JSON.stringify(lines)}::json)
      as line (product_id text, round int4, whys text, counted_round int4, differs boolean)
    on conflict (stocktake_id, product_id) do update set round = excluded.round, whys = excluded.whys,
      counted_round = excluded.counted_round, differs = excluded.differs`.execute(ctx.db);
  // A batch may replace its own figure: the last one counts.
  const figures = [...new Map(written.map((one) => [one._id, one])).values()];
  await sql`insert into stocktake_count (_id, created, modified, version, stocktake_id, product_id, round, place, user_id, quantity, counted_at, lots)
    select _id, ${ctx.now}::int8, ${ctx.now}::int8, version, ${_id}, product_id, round, place, user_id, quantity, counted_at, lots
    from json_to_recordset(${JSON.stringify(figures)}::json)
      as figure (_id text, version int4, product_id text, round int4, place text, user_id text, quantity int8, counted_at int8, lots text)
    on conflict (_id) do update set modified = excluded.modified, version = excluded.version, quantity = excluded.quantity,
      counted_at = excluded.counted_at, lots = excluded.lots`.execute(ctx.db);
  const place = written.findLast((one) => one.place !== '')?.place ?? '';
  const last = Math.max(...written.map((one) => one.counted_at));
  await sql`insert into stocktake_part as part (stocktake_id, user_id, place, last_at) values (${_id}, ${doer(ctx)}, ${place}, ${last})
    on conflict (stocktake_id, user_id) do update set finished_at = null, last_at = greatest(part.last_at, excluded.last_at),
      place = case when excluded.place = '' then part.place else excluded.place end`.execute(ctx.db);
  await touchStocktake(ctx, _id);
}

async function countBatch(rows: readonly CountRow[], ctx: Ctx): Promise<RowOutcome[]> {
  const head = await lockStocktake(ctx, rows[0]?.input.stocktake_id ?? '');
  if (head.status !== 'open') return rows.map(() => closedRefusal(head, ctx.now, 'This count was not used.'));
  const sheet = await openSheet(ctx, head, rows);
  const written: KeptFigure[] = [];
  const audits: AuditLine[] = [];
  const outcomes = rows.map(({ input, key }): RowOutcome => {
    try {
      const { figure, before } = layDown(sheet, input, ctx);
      const { _id, version, product_id, place, round, quantity, lots } = figure;
      const named = lots ? { lots } : {};
      written.push(figure);
      audits.push({
        key,
        entry: {
          ...{ action: 'count', model: 'stocktake', record_id: head._id, record_label: head.ref },
          ...{
            before: before === null ? null : { quantity: before },
            after: { product_id, place, round, quantity, ...named },
          },
        },
      });
      return { message: 'OK', data: { _id, version, product_id, place, round, quantity, ...named } };
    } catch (error) {
      if (error instanceof Refusal) return error;
      throw error;
    }
  });
  if (written.length > 0) {
    await write(ctx, sheet, written);
    await writeAudits(ctx, audits);
  }
  return outcomes;
}

export const countHandler = handleBatch(countRows, countBatch);
