import type { OrderItem } from '#contract/orders/orderItemCalls.ts';
import type { OrderGroupRow } from '#contract/orders/orderRows.ts';
import { useSession } from '#crud/query/useSession.ts';
import { formatMoney, koboOf, lineAmount } from '#domain/money.ts';
import { mayEditGroup } from '#domain/order.ts';
import { shortageOf } from '#domain/stockLimit.ts';
import { casesText } from '#domain/units.ts';
import { ShortRows } from '../../../lines/parts/ShortRows.tsx';
import { useLineWrites } from '../../../lines/parts/useLineWrites.tsx';
import type { OrderStock } from '../lines/hubStock.ts';
import { PRODUCT_UPDATED, priceOf } from '../lines/orderLine.ts';

/** Before an order is placed: which lines ask for more than the hub has, each with one press that lowers it. An order may ask for more, and the hub should know. */
export function AsksForMore({
  group,
  stock,
  short,
}: {
  group: OrderGroupRow;
  stock: OrderStock | undefined;
  short: readonly OrderItem[];
}) {
  const { profile } = useSession();
  const lines = useLineWrites(PRODUCT_UPDATED, () => undefined);
  if (!stock) return null;
  const rows = short.flatMap((item) => {
    const { _id: id, quantity, mpu } = item;
    const { name, case_count: caseCount } = item.product;
    const shortage = shortageOf(stock.units?.get(item.product_id) ?? null, 0, quantity);
    if (!shortage) return [];
    const most = shortage.there - (shortage.there % mpu);
    const row = { id, name, caseCount, shortage: { ...shortage, hub: stock.hub } };
    if (most === 0) return { ...row, act: 'Remove it', onAct: () => lines.remove(item) };
    const amount = formatMoney(lineAmount(most, koboOf(priceOf(item)), caseCount));
    return {
      ...row,
      act: `Set to ${casesText(most, caseCount)}`,
      onAct: () => lines.change(item, { ...item, quantity: most, amount }),
    };
  });
  return (
    <>
      <ShortRows rows={rows} mayMend={mayEditGroup(group.tag, profile)} />
      {lines.question}
    </>
  );
}
