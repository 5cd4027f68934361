/** Makes the lines that are saved for a typed figure. All quantities are units. */
import type { Pickable } from '#contract/stock/stockCalls.ts';
import { emptyTexts } from '#crud/texts.ts';
import { MAX_QUANTITY } from '#domain/limits.ts';
import { lineWords } from '#domain/lineWords.ts';
import type { StockLot } from '#domain/lotTyping.ts';
import { formatMoney, koboOf, lineAmount, parseMoney, showNaira } from '#domain/money.ts';
import { keptRate, USUAL_REASON, writtenReason } from '#domain/receiving.ts';
import { type Shortage, shortageText } from '#domain/stockLimit.ts';
import { syncWords } from '#domain/syncWords.ts';
import { showClock } from '#domain/time.ts';
import { movedQuantity } from '#domain/transfer.ts';
import { casesText, evaluateTyped, unitsFromCases } from '#domain/units.ts';
import { aboutOf, type TransferHeader, type TransferLine } from '#offline/outbox/op.ts';
import { atOf, type LineView } from '#offline/outbox/overlay.ts';
import type { Counting } from '#ui/fields/useQuantity.ts';
import { brandBeside } from '../likely/brand.ts';
import type { Goods } from '../likely/useNamedGoods.ts';
import { lineOf } from '../lines.ts';
import { withLots } from '../lots/lineLots.ts';
import type { QuickWrites } from '../usePendingLines.ts';
import type { LineToSave } from '../writes.ts';

/**
 * A new line of `quantity` units of a product. During a count, a product without a line was not expected: it has a received quantity, and the ordered
 * quantity is 0. `reason`: why the goods go back; '' and null: no reason was given.
 */
export function newLine(
  { product, rate, lots }: Pickable,
  quantity: number,
  counting: boolean,
  reason: string | null = null,
): TransferLine {
  const expected = counting ? 0 : quantity;
  const line = {
    product_id: product._id,
    quantity: expected,
    quantity_accepted: quantity,
    amount: formatMoney(lineAmount(expected, koboOf(rate), product.case_count)),
    ...(expected === 0 ? {} : { rate }),
    reason: reason || (counting ? USUAL_REASON.unexpected : null),
    note: '',
    about: aboutOf(product, expected === 0 ? rate : undefined),
  };
  return withLots(line, null, lots);
}

/**
 * The line with another expected and accepted quantity. `offered`: the source's price per case, naira text; undefined: unknown. `reason`: why the
 * goods go back; '' clears it. `held`: the lots that the source holds.
 */
export function lineWithQuantity(
  line: LineView,
  quantity: number,
  offered: string | undefined,
  reason: string | null = null,
  held?: readonly StockLot[],
): TransferLine {
  const rate = keptRate(line, parseMoney(offered ?? '') ?? line.rate ?? 0);
  const changed = {
    ...lineOf(line),
    quantity,
    quantity_accepted: quantity,
    amount: formatMoney(lineAmount(quantity, rate, line.case_count)),
    rate: formatMoney(rate),
    reason: reason || null,
  };
  return withLots(changed, line, held);
}

/**
 * Whether the typed figure has fewer digits than the expected one. A person may be about to type 12 after 1, so no warning is shown yet. Both are
 * units, and are compared in cases if both are whole cases.
 */
export function isBegun(typed: number, expected: number, caseCount: number): boolean {
  const size = typed % caseCount === 0 && expected % caseCount === 0 ? caseCount : 1;
  return String(typed / size).length < String(expected / size).length;
}

/**
 * The line with a counted quantity. `reason`: the reason that the person chose; null: none, so the line keeps its own. `isBack`: the goods go back,
 * so the reason does not depend on the figure.
 */
export function countedLine(
  line: LineView,
  accepted: number | null,
  reason: string | null,
  isBack: boolean,
  held?: readonly StockLot[],
): TransferLine {
  const counted = withLots({ ...lineOf(line), quantity_accepted: accepted }, line, held);
  return { ...counted, reason: writtenReason(counted, reason ?? line.reason, isBack) };
}

export const asExpected = (line: LineView, isBack: boolean): TransferLine =>
  countedLine(line, line.quantity, null, isBack);

/**
 * The lines that "The rest as expected" accepts: those that are not counted and have no typed figure. `typed`: the id of the product that was typed
 * just now, or null.
 */
export const restOf = (lines: readonly LineView[], typed: string | null): LineView[] =>
  lines.filter((line) => line.quantity_accepted === null && line.product_id !== typed);

/** The units of the typed whole cases, which stay when a figure of units follows. 0: the text is no number of whole cases. */
export function keptCases(text: string, caseCount: number): number {
  const units = /^\d+$/.test(text) ? Number(text) * caseCount : 0;
  return caseCount > 1 && units <= MAX_QUANTITY ? units : 0;
}

/** The units of a typed figure after the switch to cases or units. Null: the result is no whole number of units. */
export function recounted(text: string, to: Counting, caseCount: number): number | null {
  const figure = evaluateTyped(text);
  if (figure === null || figure < 0) return null;
  return unitsFromCases(figure, to === 'case' ? caseCount : 1);
}

/**
 * Says what somebody else made of a line while its figure is typed on this tablet. `units`: its figure now; null: it has none; undefined: nothing
 * changed. `by`: the person's name, or null if unknown.
 */
export function elsewhereText(units: number | null | undefined, caseCount: number, by: string | null): string | null {
  if (units === undefined) return null;
  const who = by ?? 'Somebody else';
  return units === null
    ? `${who} took the figure back.`
    : `${who} entered ${casesText(units, caseCount)}. Your figure replaces it.`;
}

/** Says that a distributor does not sell a product that came. */
export const notSoldText = (source: string): string => `${source} does not sell it`;

/**
 * Why no product was found. A distributor may sell it under another spelling; a hub or an associate has none of it. `isStored`: the products are a
 * stored copy. An associate may then bring back a product that this tablet never read. Its code can be scanned and waits in the transfer.
 */
export function noneText(
  { source_type, source_name }: Pick<TransferHeader, 'source_type' | 'source_name'>,
  isStored: boolean,
): string {
  if (isStored && source_type === 'sales_officer')
    return `${emptyTexts.products}. This tablet has not read it. Scan it: its code waits here until the server answers.`;
  const why = {
    distributor: 'Check the spelling.',
    seller: `0 cases in ${source_name}.`,
    sales_officer: `Nothing of it is with ${source_name}.`,
  }[source_type];
  return `${emptyTexts.products}. ${why}`;
}

/** Says how many of the units came by a transfer that still waits on this tablet: all of them, or a part. */
export const comingText = ({ quantity, product }: Pickable, coming: number): string =>
  coming >= (quantity ?? 0)
    ? 'received here, not sent yet'
    : `${casesText(coming, product.case_count)} of it received here, not sent yet`;

/** The state of a line in words. A line that waits for its own earlier change is shown as waiting to be sent. */
export function stateWords(line: Pick<LineView, 'state' | 'waitingFor' | 'name'>): { short: string; long: string } {
  const waitsForItself = line.state === 'blocked' && line.waitingFor === line.name;
  return lineWords(waitsForItself ? 'queued' : line.state, line.waitingFor ?? undefined);
}

/** The line at the start of a count: uncounted. */
export function openedLine(line: LineView): TransferLine {
  const { about, ...rest } = lineOf(line);
  return { ...rest, quantity_accepted: null, about: { ...about, opens: true } };
}

/** The full cases and loose units of the lines. In a count, only counted lines. */
export function sizeOf(lines: readonly LineView[], isCount: boolean): { cases: number; units: number } {
  return (isCount ? lines.filter((line) => line.quantity_accepted !== null) : lines).reduce(
    (sum, line) => ({
      cases: sum.cases + Math.floor(movedQuantity(line) / line.case_count),
      units: sum.units + (movedQuantity(line) % line.case_count),
    }),
    { cases: 0, units: 0 },
  );
}

/**
 * The stock with its time and waiting changes (B11): "34 cases 6 units as of 14:02, minus 6 cases waiting on this tablet". `coming`: the units that
 * came by a transfer which still waits.
 */
export function stockNote(one: Pickable, at: number | null, promised: number, coming = 0): string {
  const cases = (units: number) => casesText(units, one.product.case_count);
  const waiting = promised > 0 ? cases(promised) : null;
  // A distributor's stock is not in our books.
  if (one.quantity === null) return `${one.product.brand.name}, ${showNaira(one.rate)} a case`;
  const there = one.quantity <= 0 ? 'Out of Stock' : cases(one.quantity);
  const brand = brandBeside(one.product);
  const stock = brand ? `${brand}, ${there}` : there;
  const text = syncWords.stockAsOf(stock, at === null ? null : showClock(Math.floor(at / 1_000)), waiting);
  return coming > 0 ? `${text}, ${comingText(one, coming)}` : text;
}

/** The longest text in characters that fits on a line beside the picture of the chosen product. */
const LONGEST_BESIDE = 40;

export interface CardNotes {
  /** One line under the name of the chosen product. Null: nothing. */
  beside: string | null;
  /** A longer text, which stands below the figure. Null: nothing. */
  below: string | null;
}

/** The {@link stockNote} of the chosen product, divided between the two places of its card. */
export function cardNotes(one: Pickable, at: number | null, promised: number, coming: number): CardNotes {
  const stock = stockNote(one, at, promised);
  if (promised > 0 || stock.length > LONGEST_BESIDE)
    return { beside: null, below: stockNote(one, at, promised, coming) };
  return { beside: stock, below: coming > 0 ? comingText(one, coming) : null };
}

/** Restores the former line of a product, or removes its line if there was none. The revision comes from the current line. */
export async function restored(
  lines: readonly LineView[],
  writes: QuickWrites,
  productId: string,
  before: TransferLine | null,
): Promise<void> {
  const now = lines.find((line) => line.product_id === productId);
  if (before) await writes.saveLine(before, now ? atOf(now) : { item_id: null, version: null });
  else if (now) await writes.removeLine(now);
}

export const uncounted = (lines: readonly LineView[]) =>
  lines.map((line) => ({ line: { ...lineOf(line), quantity_accepted: null }, at: atOf(line) }));

/** The text of the button that takes the available units instead of a figure that exceeds them. */
export const takeText = (there: number, caseCount: number) => `Take ${casesText(there, caseCount)}`;

/** A new line for all available units of each product. */
export const allOf = (rows: readonly Goods[], revision: number): LineToSave[] =>
  rows.map((one) => ({
    line: newLine(one, one.quantity ?? 0, false, one.reason),
    at: { item_id: null, version: null, revision },
  }));

/** The text about a removed line. */
export const removedText = (line: LineView) =>
  `${line.name}, ${casesText(movedQuantity(line), line.case_count)}, removed`;

/** Why a figure exceeds the stock. Undefined: it does not. */
export const warningOf = (shortage: Shortage | null, caseCount: number) =>
  shortage ? shortageText(shortage, caseCount) : undefined;

/** If no units are there, the line must be removed, and the dialog has a button for that already. */
export const wayOutOf = (shortage: Shortage | null, caseCount: number) =>
  shortage && shortage.there > 0 ? { words: takeText(shortage.there, caseCount), units: shortage.there } : undefined;
