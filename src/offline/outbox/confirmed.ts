/** The confirmation of a transfer, and its differences from the server's present state (K40). */

import { sha256Hex } from '#client/session/sha256.ts';
import { lotsDigestText } from '#domain/lots.ts';
import { lotsWords } from '#domain/lotWords.ts';
import { showNaira } from '#domain/money.ts';
import { compareNames } from '#domain/nameOrder.ts';
import { showMoment } from '#domain/time.ts';
import { headerText } from '#domain/transfer.ts';
import { casesText } from '#domain/units.ts';
import { type Confirmed, type ConfirmedLine, type Op, type Payloads, refusalOfOp } from './op.ts';
import type { TransferView } from './overlay.ts';

/** The confirmation of a screen: these lines, these parties and this date (rule 33, K40). */
export function confirmationOf({ digest, header, lines }: TransferView): Payloads['execute'] {
  const bare = { expect_digest: digest, lines: lines.length, expect_lots: sha256Hex(lotsDigestText(lines)) };
  if (!header) return bare;
  const { timestamp, source_type, source, source_name, destination_type, destination, destination_name } = header;
  const parties = { timestamp, source_type, source, source_name, destination_type, destination, destination_name };
  return {
    ...bare,
    expect_header: sha256Hex(headerText(parties)),
    confirmed: {
      header: parties,
      lines: lines.map(({ product_id, name, case_count, quantity, quantity_accepted, amount, lots }) => ({
        product_id,
        name,
        case_count,
        quantity,
        quantity_accepted,
        amount,
        ...(lots ? { lots } : {}),
      })),
    },
  };
}

/** One difference from the confirmation, as texts for a person. */
export interface ConfirmedDifference {
  what: string;
  confirmed: string;
  now: string;
}

/** The data of a refusal `items_changed`: `order` always, `items` when the lines differ from the confirmed ones. */
interface ServerHeader {
  order?: Confirmed['header'] & { asked_timestamp: number };
  items?: ConfirmedLine[];
}

const ABSENT = 'Not there';

/** The differences: details first, then products by name. Empty when the server or the confirmation has no details to compare. */
export function confirmedDifferences(op: Op<'execute'>): ConfirmedDifference[] {
  const { confirmed } = op.payload;
  const { order, items } = (refusalOfOp(op)?.data ?? {}) as ServerHeader;
  if (!confirmed) return [];
  return [...(order ? inHeader(confirmed.header, order) : []), ...(items ? inLines(confirmed.lines, items) : [])];
}

function inHeader(before: Confirmed['header'], now: NonNullable<ServerHeader['order']>): ConfirmedDifference[] {
  const today = Math.floor(Date.now() / 1_000);
  // The server may have dated the transfer itself; the requested date is then compared.
  const sameDate = before.timestamp === now.timestamp || before.timestamp === now.asked_timestamp;
  const rows: [string, boolean, string, string][] = [
    [
      'From',
      before.source === now.source && before.source_type === now.source_type,
      before.source_name,
      now.source_name,
    ],
    [
      'To',
      before.destination === now.destination && before.destination_type === now.destination_type,
      before.destination_name,
      now.destination_name,
    ],
    ['Date', sameDate, showMoment(before.timestamp, today), showMoment(now.timestamp, today)],
  ];
  return rows.flatMap(([what, same, confirmed, current]) => (same ? [] : [{ what, confirmed, now: current }]));
}

const inLines = (before: readonly ConfirmedLine[], now: readonly ConfirmedLine[]): ConfirmedDifference[] =>
  differingLines(before, now).map(({ name, mine, theirs }) => ({
    what: name,
    confirmed: wordsOf(mine),
    now: wordsOf(theirs),
  }));

/** A product that was confirmed in one way and is in another one now. Undefined: it has no line there. */
export interface DifferingLine {
  product_id: string;
  name: string;
  case_count: number;
  mine: ConfirmedLine | undefined;
  theirs: ConfirmedLine | undefined;
}

/** The lines that differ, by name. */
export function differingLines(before: readonly ConfirmedLine[], now: readonly ConfirmedLine[]): DifferingLine[] {
  const was = new Map(before.map((line) => [line.product_id, line]));
  const is = new Map(now.map((line) => [line.product_id, line]));
  const ids = [...new Set([...was.keys(), ...is.keys()])];
  return ids
    .flatMap((product_id): DifferingLine[] => {
      const [mine, theirs] = [was.get(product_id), is.get(product_id)];
      const line = theirs ?? mine;
      if (!line || wordsOf(mine) === wordsOf(theirs)) return [];
      return [{ product_id, name: line.name, case_count: line.case_count, mine, theirs }];
    })
    .sort((a, b) => compareNames(a.name, b.name));
}

/**
 * The lines that keep a confirmation from its end. Null: something else than lines changed too, or neither side is known in full, so that only a look at the
 * transfer helps.
 */
export function linesInDispute(op: Op<'execute'>): DifferingLine[] | null {
  const { confirmed } = op.payload;
  const { order, items } = (refusalOfOp(op)?.data ?? {}) as ServerHeader;
  if (!confirmed || !items || (order && inHeader(confirmed.header, order).length > 0)) return null;
  const lines = differingLines(confirmed.lines, items);
  return lines.length > 0 ? lines : null;
}

/** "9 cases, ₦45,000", with what was accepted and the lots where they say more. */
export function wordsOf(line: ConfirmedLine | undefined): string {
  if (!line) return ABSENT;
  const { quantity, quantity_accepted, case_count, amount, lots } = line;
  const accepted =
    quantity_accepted === null || quantity_accepted === quantity
      ? ''
      : `, accepted ${casesText(quantity_accepted, case_count)}`;
  return `${casesText(quantity, case_count)}${accepted}, ${showNaira(amount)}${lots ? `, ${lotsWords(lots, case_count)}` : ''}`;
}
