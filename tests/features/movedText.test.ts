/** The toast of a changed order says what happened to the money, and the question before it how it is taken back. */
import { describe, expect, test } from 'vitest';
import { billedText, movedAllText, movedText, wayBack } from '#features/orders/parts/payment/movedText.ts';

const order = (more: Partial<Parameters<typeof movedText>[0]> = {}) => ({
  ...{ tag: 'pending' as const, ref: 'Z5GL783H', total: '150043.00', paid: '0.00', buyer: { name: 'Ɓaure Mini Mart' } },
  ...more,
});
const second = (text: string) => {
  const [first, line] = text.split('\n');
  // The documents' sentence stays to the letter.
  expect(first).toBe('Order successfully updated.');
  return line;
};

describe('a changed order', { tags: ['ORD-43'] }, () => {
  test('a charge names the sum and who pays it', () => {
    const charged = '₦150,043 charged to Ɓaure Mini Mart.';
    expect(second(movedText(order(), 'delivered'))).toBe(charged);
    expect(second(movedText(order(), 'completed'))).toBe(charged);
    expect(second(movedText(order({ tag: 'cancelled' }), 'completed'))).toBe(charged);
    expect(second(billedText('150043.00', 'Ɓaure Mini Mart'))).toBe(charged);
  });
  test('a charged order is not charged again, and cancelling it takes the charge back', () => {
    expect(second(movedText(order({ tag: 'delivered' }), 'completed'))).toBe('Z5GL783H is completed.');
    expect(second(movedText(order({ tag: 'completed' }), 'cancelled'))).toBe(
      '₦150,043 is no longer charged to Ɓaure Mini Mart.',
    );
  });
  test('an order that never was charged says so, and what happened to money received for it', () => {
    expect(second(movedText(order(), 'cancelled'))).toBe('Z5GL783H is cancelled. Nothing was charged.');
    const paid = order({ paid: '5000.00' });
    expect(second(movedText(paid, 'cancelled', 'credit'))).toBe('₦5,000 stays the credit of Ɓaure Mini Mart.');
    expect(second(movedText(paid, 'cancelled', 'paid_back'))).toBe('₦5,000 was paid back to Ɓaure Mini Mart.');
  });
  test('a new order was not updated: its toast says that it is placed, for whom and for how much', () => {
    expect(movedText(order({ tag: 'draft' }), 'pending')).toBe('Z5GL783H is placed for Ɓaure Mini Mart: ₦150,043.');
  });
  test('several orders have one sum', () => {
    const rows = [order(), order({ buyer: { name: 'Yakasai Wholesale' } })];
    expect(movedAllText(rows, 30_008_600)).toBe('2 orders successfully updated.\n₦300,086 charged to 2 retailers.');
    expect(second(movedAllText([order()], 15_004_300))).toBe('₦150,043 charged to Ɓaure Mini Mart.');
  });
  test('changes of money and tags have no Undo, so the confirmation says how to undo them (B12.4)', {
    tags: ['B12.4'],
  }, () => {
    expect(wayBack('pending', 'delivered', true)).toContain('You can cancel');
    expect(wayBack('pending', 'delivered', false)).toContain('Only an administrator');
    expect(wayBack('pending', 'cancelled', false)).toContain('can restore');
    expect(wayBack('draft', 'deleted', true)).toBe('');
    expect(wayBack('draft', 'pending', true)).toBe('');
  });
});
