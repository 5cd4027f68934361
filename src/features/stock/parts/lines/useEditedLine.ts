/** What a person types into one line of a transfer, and the line that it makes (B3.5). */
import { useState } from 'react';
import { lotsWithin } from '#domain/lots.ts';
import { formatMoney, lineAmount, parseMoney, rateOf } from '#domain/money.ts';
import { differenceKind, keptRate, keptReason, USUAL_REASON } from '#domain/receiving.ts';
import { movedQuantity } from '#domain/transfer.ts';
import type { TransferLine } from '#offline/outbox/op.ts';
import type { LineView } from '#offline/outbox/overlay.ts';
import { type LotRow, lotsOfRows, rowsOf } from './LotRows.tsx';

/**
 * `accepting`: goods are counted, so an empty accepted quantity means not counted. `offered`: the picker's price in kobo per case. `isBack`: the goods go
 * back, so the line has a reason although nothing differs.
 */
export function useEditedLine(line: LineView, accepting: boolean, offered: number | null, isBack: boolean) {
  const [quantity, setQuantity] = useState<number | null>(line.quantity);
  const [accepted, setAccepted] = useState<number | null>(accepting ? line.quantity_accepted : movedQuantity(line));
  const [apart, setApart] = useState(accepting || differenceKind(line) !== null);
  const [reason, setReason] = useState((isBack ? keptReason(line.reason) : line.reason) ?? '');
  // As everywhere, whole naira have no decimals.
  const [first] = useState(() => formatMoney(shownRate(line, offered)).replace(/\.00$/, ''));
  const [rate, setRate] = useState(first);
  const [lots, setLots] = useState(() => rowsOf(line.lots));
  const kobo = parseMoney(rate);
  const taken = apart ? accepted : quantity;
  const differs = quantity !== null && taken !== null && taken !== quantity;
  // If the figure changes, untouched lots stay as far as they fit it.
  const [touched, setTouched] = useState(false);
  const parsed = touched ? lotsOfRows(lots, taken ?? quantity ?? 0) : null;
  const lotsError = parsed && 'error' in parsed ? parsed.error : null;
  const valid = lotsError === null && quantity !== null && (taken !== null || accepting) && kobo !== null && kobo >= 0;
  // The reason is optional. A count proposes the usual one.
  const proposed = accepting && quantity !== null && taken !== null ? usualReason(quantity, taken) : '';
  // The reason of goods that go back says why they go back. Without such a reason, a line with the reason of a count keeps it.
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
          // If the price is unchanged and unknown here, the server computes it from the amount.
          ...(quantity === 0 || (rate === first && line.rate === null) ? {} : { rate: formatMoney(kobo) }),
          reason: why,
          note: line.note,
          // The lots that fit stay with the line.
          ...(parsed && 'text' in parsed
            ? { lots: parsed.text }
            : line.lots
              ? { lots: lotsWithin(line.lots, movedQuantity(line), taken ?? quantity) }
              : {}),
          about: { name: line.name, case_count: line.case_count },
        }
      : null;
  return {
    quantity,
    setQuantity,
    accepted,
    setAccepted,
    /** Whether the accepted quantity has a field of its own. */
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
    /** Kobo. */
    amount,
    ready: valid && !same,
    edited,
  };
}

/** The price in the field, kobo per case. The amount of a few units does not give it exactly. */
const shownRate = (line: LineView, offered: number | null) =>
  offered === null ? (line.rate ?? rateOf(line.amount, line.quantity, line.case_count) ?? 0) : keptRate(line, offered);

function usualReason(quantity: number, quantity_accepted: number): string {
  const kind = differenceKind({ quantity, quantity_accepted });
  return kind === null ? '' : USUAL_REASON[kind];
}
