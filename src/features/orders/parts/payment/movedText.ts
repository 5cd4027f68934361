/** Says what a change of an order's status did (for the toast), and how the change can be undone (for the question before it). */
import type { OrderGroupRow } from '#contract/orders/orderRows.ts';
import { koboOf, showNaira } from '#domain/money.ts';
import { asksOfPayment, isBilled, isCancelledOrDeleted, type OrderTag, type PaymentOutcome } from '#domain/order.ts';
import { plural } from '#domain/plural.ts';
import { orderTexts } from '../texts.ts';

type Moved = Pick<OrderGroupRow, 'tag' | 'ref' | 'total' | 'paid'> & { buyer: { name: string } };

/**
 * The documents' sentence (ORD-43), and on a second line what happened to the money. An order that was just placed was not updated, so its toast says only
 * what happened (decision 1502). `outcome`: the person's answer about money that is in no wallet yet.
 */
export function movedText(group: Moved, to: OrderTag, outcome: PaymentOutcome | '' = ''): string {
  const words = happened(group, to, outcome);
  return to === 'pending' ? words : `${orderTexts.updated}\n${words}`;
}

/** The toast after a part of an order was restored. `amount`: what the part bills. */
export const billedText = (amount: string, name: string): string => `${orderTexts.updated}\n${charged(amount, name)}`;

/** The toast after several orders changed in one act. `sum` in kobo. */
export function movedAllText(rows: readonly Moved[], sum: number): string {
  const done = plural(rows.length, orderTexts.updated, '# orders successfully updated.');
  const names = new Set(rows.map(({ buyer }) => buyer.name));
  const [name = ''] = names;
  const all = names.size === 1 ? charged(sum, name) : `${showNaira(sum)} charged to ${names.size} retailers.`;
  return `${done}\n${all}`;
}

const charged = (amount: string | number, name: string) => `${showNaira(amount)} charged to ${name}.`;

function happened(
  { tag, ref, total, paid, buyer: { name } }: Moved,
  to: OrderTag,
  outcome: PaymentOutcome | '',
): string {
  if (isBilled(to) && !isBilled(tag)) return charged(total, name);
  if (isBilled(tag) && !isBilled(to)) return `${showNaira(total)} is no longer charged to ${name}.`;
  if (to === 'pending') return `${ref} is placed for ${name}: ${showNaira(total)}.`;
  if (!isCancelledOrDeleted(to)) return `${ref} is ${to}.`;
  if (outcome === '' || !asksOfPayment(tag, to, koboOf(paid))) return `${ref} is ${to}. Nothing was charged.`;
  return outcome === 'credit'
    ? `${showNaira(paid)} stays the credit of ${name}.`
    : `${showNaira(paid)} was paid back to ${name}.`;
}

/** Says how the new status can be undone. Changes of money and of tags have no Undo button (B12.4). `isAdmin`: the person may take a charge back. */
export function wayBack(from: OrderTag, to: OrderTag, isAdmin: boolean): string {
  if (isCancelledOrDeleted(to))
    return from === 'draft' ? '' : 'You can restore the order. It is then completed, and its total is charged.';
  if (!isBilled(to)) return '';
  return isAdmin
    ? 'You can cancel the order afterwards, with a reason.'
    : 'Only an administrator can take this back: by cancelling the order, with a reason.';
}
