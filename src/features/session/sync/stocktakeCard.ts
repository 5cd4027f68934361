/** The words of a stocktake's card in the outbox. */
import { isOfStocktake } from '#domain/lanePositions.ts';
import { plural } from '#domain/plural.ts';
import { isKnown, type Op } from '#offline/outbox/op.ts';
import type { OutboxTransfer } from './transfers.ts';

/** "Stocktake of Bódìjà Hub" and "12 counts"; null: the changes are of a transfer. */
export function stocktakeCard({ ops, sent }: OutboxTransfer): { title: string; size: string } | null {
  const done = sent.map(({ op }) => op);
  const all = [...ops, ...done].filter(isKnown);
  if (!all.some(isOfStocktake)) return null;
  const place = all.map(warehouseOf).find((name) => name !== '');
  const figures = new Set((ops.length > 0 ? ops : done).filter((op) => op.type === 'count').map((op) => op.chain));
  return {
    title: place ? `Stocktake of ${place}` : 'Stocktake',
    size: plural(figures.size, '# count', '# counts'),
  };
}

function warehouseOf(op: Op): string {
  if (op.type === 'open') return (op as Op<'open'>).payload.about.warehouse_name;
  return op.type === 'count' ? (op as Op<'count'>).payload.about.warehouse_name : '';
}
