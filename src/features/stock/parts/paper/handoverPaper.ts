/** The words of a handover on papers: both names and both references (HAND-47). */
import type { Handover } from '#contract/handover/handoverCalls.ts';
import type { TakenCount } from '#contract/handover/papers.ts';
import { lotsOnPaper } from '#domain/lotLine.ts';
import { koboOf } from '#domain/money.ts';
import { deviceRef, kindOf, labelOf, movedQuantity } from '#domain/transfer.ts';
import { casesText } from '#domain/units.ts';
import type { BothHalves } from '#offline/handover/readPapers.ts';
import { handoverFacts, hubsOf, type Paper } from './paper.ts';

/** The reference of the giver's tablet, "1A2B-3C4D", as on the paper of the transfer. */
export const giverRef = (transfer: string): string => deviceRef(transfer);
/** The reference of the taker's half, by its SHA-256. */
export const takerRef = (hash: string): string => deviceRef(hash);

/** The parts of the paper that come from the server: the receipt's reference and its completion. */
export const completedOf = ({ order, giver }: Handover): Pick<Paper, 'ref' | 'completed'> => ({
  ref: order?.ref ?? null,
  completed: order?.executed_at ? { at: order.executed_at, by: giver.name } : null,
});

function takenWords({ quantity, note, lots }: TakenCount, caseCount: number, at: number): string {
  const named = lots ? ` (${lotsOnPaper(lots, caseCount, at)})` : '';
  return `taken ${casesText(quantity, caseCount)}${named}${note === '' ? '' : `: ${note}`}`;
}

/**
 * The paper of a handover. `order`: the paper of the server's row, if the tablet has it. `head`: the reference and the completion from the server. Without
 * them the paper is provisional.
 */
export function paperOfHandover(
  { offer, giver, taken }: BothHalves,
  order: Paper | null,
  head: Pick<Paper, 'ref' | 'completed'> = { ref: null, completed: null },
): Paper {
  const handover = handoverFacts({
    giver,
    given_at: offer.given_at,
    taker: taken?.taker ?? null,
    taken_at: taken?.answer.taken_at ?? null,
    answer: taken?.hash ?? null,
  });
  if (order) return { ...order, handover };
  const counted = new Map(taken?.answer.counts.map((one) => [one.product_id, one]));
  const lines = offer.lines.map((line) => {
    const moved = movedQuantity(line);
    const other = counted.get(line.product_id);
    const rate = line.rate === undefined ? null : koboOf(line.rate);
    const value = line.quantity === 0 ? 0 : Math.round((koboOf(line.amount) * moved) / line.quantity);
    return {
      ...{ product_id: line.product_id, name: line.name, code: null, case_count: line.case_count },
      ...{ quantity: moved, moved, value, lots: lotsOnPaper(line.lots ?? '', line.case_count, offer.given_at) },
      price: rate === null ? null : { rate, about: false },
      reason: other ? takenWords(other, line.case_count, taken?.answer.taken_at ?? offer.given_at) : null,
    };
  });
  const amount = lines.reduce((sum, line) => sum + line.value, 0);
  return {
    label: labelOf(kindOf(offer.source_type, offer.destination_type)),
    ...head,
    device: giverRef(offer.transfer),
    timestamp: offer.timestamp,
    reversal: [],
    handover,
    from: offer.source_name,
    to: offer.destination_name,
    hubs: hubsOf(offer),
    lines,
    uncounted: '',
    amount,
    accepted: amount,
  };
}
