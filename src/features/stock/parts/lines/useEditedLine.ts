/** The state of the dialog of one transfer line, and the line to save (B3.5). */
import { useState } from 'react';
import { lotsWithin } from '#domain/lots.ts';
import { formatMoney, lineAmount, parseMoney, rateOf } from '#domain/money.ts';
import { differenceKind, keptRate, keptReason, USUAL_REASON } from '#domain/receiving.ts';
import { movedQuantity } from '#domain/transfer.ts';
import { aboutOf, type TransferLine } from '#offline/outbox/op.ts';
import type { LineView } from '#offline/outbox/overlay.ts';
import { type LotRow, lotsOfRows, rowsOf } from './LotRows.tsx';

/**
 * `accepting`: goods are counted, so an empty accepted quantity means not counted. `offered`: the picker's price in kobo per case. `isBack`: the goods go
 * back, so the line may have a reason without a difference.
 */
export function useEditedLine(line: LineView, accepting: boolean, offered: number | null, isBack: boolean) {
  const [quantity, setQuantity] = useState<number | null>(line.quantity);
  const [accepted, setAccepted] = useState<number | null>(accepting ? line.quantity_accepted : movedQuantity(line));
  // What is refused is no count, while an empty field means not counted.
  const [isRefused, setRefused] = useState(false);
  const [apart, setApart] = useState(accepting || differenceKind(line) !== null);
  const [reason, setReason] = useState((isBack ? keptReason(line.reason) : line.reason) ?? '');
  // Whole naira have no decimals, as on all screens.
  const [first] = useState(() => formatMoney(shownRate(line, offered)).replace(/\.00$/, ''));
  const [rate, setRate] = useState(first);
  // The units that no lot of the line names have a row that waits for their lot.
  const [lots, setLots] = useState(() => withUnnamed(rowsOf(line.lots), movedQuantity(line)));
  const kobo = parseMoney(rate);
  const taken = apart ? accepted : quantity;
  const differs = quantity !== null && taken !== null && taken !== quantity;
  // Untouched lots stay, reduced to the new quantity.
  const [touched, setTouched] = useState(false);
  const parsed = touched ? lotsOfRows(lots, taken ?? quantity ?? 0) : null;
  const lotsError = parsed && 'error' in parsed ? parsed.error : null;
  const isCounted = !isRefused && (taken !== null || accepting);
  const valid = lotsError === null && quantity !== null && isCounted && kobo !== null && kobo >= 0;
  // The reason is optional. A count proposes the usual one.
  const proposed = accepting && quantity !== null && taken !== null ? usualReason(quantity, taken) : '';
  // The reason says why the goods go back. A difference of quantities keeps its own reason only if no such reason is chosen.
  const ofCount = differs && (accepting || (isBack && line.reason !== null)) ? usualReason(quantity, taken) : null;
  const why = isBack || differs ? reason || ofCount : null;
  // An unchanged line is not sent.
  const same =
    quantity === line.quantity &&
    taken === (accepting ? line.quantity_accepted : movedQuantity(line)) &&
    why === (line.reason ?? null) &&
    rate === first &&
    (parsed === null || 'error' in parsed || parsed.text === (line.lots ?? ''));
  // An unchanged price keeps its amount to the kobo, because a rate is rounded.
  const amount =
    !valid || (quantity === line.quantity && rate === first)
      ? line.amount
      : lineAmount(quantity, kobo, line.case_count);
  /** The line to save. Null while something is wrong. */
  const edited = (): TransferLine | null =>
    valid
      ? {
          product_id: line.product_id,
          quantity,
          quantity_accepted: taken,
          amount: formatMoney(amount),
          // If the price is unchanged and this tablet does not know it, the server computes the price from the amount.
          ...(quantity === 0 || (rate === first && line.rate === null) ? {} : { rate: formatMoney(kobo) }),
          reason: why,
          note: line.note,
          // Lots that fit into the new quantity stay with the line.
          ...(parsed && 'text' in parsed
            ? { lots: parsed.text }
            : line.lots
              ? { lots: lotsWithin(line.lots, movedQuantity(line), taken ?? quantity) }
              : {}),
          about: aboutOf(line, line.unexpectedRate ? formatMoney(line.unexpectedRate) : undefined),
        }
      : null;
  return {
    quantity,
    setQuantity,
    accepted,
    setAccepted(units: number | null, refusal: string | null) {
      setAccepted(units);
      setRefused(refusal !== null);
    },
    /** Whether a separate field shows the accepted quantity. */
    apart,
    setApart,
    differs,
    reason: reason || (isBack ? '' : proposed),
    setReason,
    rate,
    setRate,
    lots,
    lotsError,
    setLots(rows: LotRow[]) {
      setLots(rows);
      setTouched(true);
    },
    /** The amount of the line in kobo. */
    amount,
    ready: valid && !same,
    edited,
  };
}

/** The rows, and an empty one for the units that they do not name. Without any row nothing is added. */
function withUnnamed(rows: LotRow[], moved: number): LotRow[] {
  const rest = moved - rows.reduce((sum, { units }) => sum + Number(units), 0);
  return rows.length > 0 && rest > 0 ? [...rows, { code: '', expires: '', units: String(rest) }] : rows;
}

/** The price in the field, kobo per case. The amount of a few units does not give it exactly. */
const shownRate = (line: LineView, offered: number | null) =>
  offered === null ? (line.rate ?? rateOf(line.amount, line.quantity, line.case_count) ?? 0) : keptRate(line, offered);

function usualReason(quantity: number, quantity_accepted: number): string {
  const kind = differenceKind({ quantity, quantity_accepted });
  return kind === null ? '' : USUAL_REASON[kind];
}
