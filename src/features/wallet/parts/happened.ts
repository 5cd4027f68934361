import type { LedgerLog, WalletHead } from '#contract/wallet/walletCalls.ts';
import { koboOf } from '#domain/money.ts';

/**
 * Says in words what a row of a wallet's log records, such as "Stock issued" (LED-02). The documents show only a tag and a code, and both "Stock issued"
 * and "Stock returned" have the tag receipt. '' if tag and description are clear without words.
 */
export function happened(
  { tag, effect, ref_type, retailer }: Pick<LedgerLog, 'tag' | 'effect' | 'ref_type' | 'retailer'>,
  head: WalletHead,
): string {
  const owesMore = koboOf(effect) > 0;
  if (ref_type === 'purchase_order') {
    if (head === 'sales_officer') return owesMore ? 'Stock issued' : 'Stock returned';
    if (head === 'distributor') return owesMore ? 'Goods rejected' : 'Goods received';
    return '';
  }
  // On the retailer's own wallet, the heading of the page names the retailer.
  if (ref_type !== 'order_group' || head === 'buyer' || !retailer) return '';
  if (tag === 'cash') return owesMore ? `Cash from ${retailer}` : `Cash to ${retailer}`;
  return `Order of ${retailer}`;
}
