/** The content of a printed transfer, from the server's row or from this tablet's overlay. */
import type { RowOf } from '#contract/model.ts';
import type { purchaseOrder } from '#contract/purchasing/purchaseOrder.ts';
import type { PurchaseOrderItem } from '#contract/purchasing/purchasingCalls.ts';
import { koboOf } from '#domain/money.ts';
import { acceptedValue, type PriceOf } from '#domain/receiving.ts';
import { deviceRef, type KindFacts, movedQuantity } from '#domain/transfer.ts';
import type { TransferView } from '#offline/outbox/overlay.ts';

export interface PaperLine {
  product_id: string;
  name: string;
  case_count: number;
  /** Units expected, and units that moved or will move. */
  quantity: number;
  moved: number;
  /** The value of the moved units in kobo. */
  value: number;
}

export interface Paper {
  label: string;
  /** The server's reference; null if it is not known yet. */
  ref: string | null;
  /** Time (epoch seconds) and person of the completion, as the server recorded them; null if it is not confirmed: the paper says PROVISIONAL. */
  completed: { at: number; by: string } | null;
  /** The reference of the tablet that began the transfer; the provisional paper and the receipt have the same one. */
  device: string | null;
  timestamp: number;
  from: string;
  to: string;
  lines: PaperLine[];
  /** The values of the expected and of the moved goods, in kobo. */
  amount: number;
  accepted: number;
}

/** The paper of a purchase order from the server; it is final once the order is a receipt. */
export function paperOfOrder(order: RowOf<typeof purchaseOrder>): Paper {
  const items = (order.items ?? []) as PurchaseOrderItem[];
  const final = order.tag === 'receipt';
  return {
    label: order.label,
    ref: order.ref,
    completed: final ? { at: order.executed_at ?? order.modified, by: order.executed_by?.name ?? '' } : null,
    device: order.client_id === null ? null : deviceRef(order.client_id),
    timestamp: order.timestamp,
    from: order.source_obj.name,
    to: order.destination_obj.name,
    lines: items.map((item) => ({
      product_id: item.product_id,
      name: item.product.name,
      case_count: item.product.case_count,
      quantity: item.quantity,
      moved: movedQuantity(item),
      value: koboOf(item.amount_accepted),
    })),
    amount: koboOf(order.amount),
    accepted: koboOf(order.amount_accepted),
  };
}

/** The paper from the wizard, before the verdict; it is never final. `device` is the transfer's client id, or this tablet's. */
export function paperOfView(view: TransferView, kind: KindFacts, device: string, priceOf: PriceOf): Paper | null {
  if (!view.header) return null;
  const lines = view.lines.map((line) => ({
    product_id: line.product_id,
    name: line.name,
    case_count: line.case_count,
    quantity: line.quantity,
    moved: movedQuantity(line),
    value: acceptedValue(line, priceOf),
  }));
  return {
    label: kind.label,
    ref: view.ref,
    completed: null,
    device: deviceRef(device),
    timestamp: view.header.timestamp,
    from: view.header.source_name,
    to: view.header.destination_name,
    lines,
    amount: view.total,
    accepted: lines.reduce((sum, line) => sum + line.value, 0),
  };
}
