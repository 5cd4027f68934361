/** The content of a printed transfer, from the server's row or from this tablet's changes. */
import type { ProductRef } from '#contract/catalogue/product.ts';
import type { RowOf } from '#contract/model.ts';
import type { purchaseOrder } from '#contract/purchasing/purchaseOrder.ts';
import type { PurchaseOrderItem } from '#contract/purchasing/purchasingCalls.ts';
import { showPaperTime } from '#domain/longTime.ts';
import { lotsOnPaper } from '#domain/lotLine.ts';
import { koboOf, rateOf } from '#domain/money.ts';
import { acceptedValue, type PriceOf } from '#domain/receiving.ts';
import {
  comesBack,
  deviceRef,
  KINDS,
  type KindFacts,
  kindOf,
  movedQuantity,
  type TransferKind,
} from '#domain/transfer.ts';
import { casesText, sizeText, sumOf } from '#domain/units.ts';
import type { LineView, TransferView } from '#offline/outbox/overlay.ts';
import { aCase } from '../../../lines/parts/texts.ts';
import { priceOf } from '../lines/price.ts';
import { backText, reasonText, shownReason } from '../lines/reasons.ts';
import { lineTexts, uncountedText } from '../lines/texts.ts';

export interface PaperLine {
  product_id: string;
  name: string;
  /** The barcode of the case, otherwise of the unit. Null: the product has none. */
  code: string | null;
  case_count: number;
  /** `quantity`: expected units. `moved`: units that moved or will move. */
  quantity: number;
  moved: number;
  /** The price in kobo per case. Null: unknown. `about`: the price was computed from an amount of loose units, and rounded. */
  price: { rate: number; about: boolean } | null;
  /** The value of the moved units in kobo. */
  value: number;
  /** The named lots in words, with the reason why a lot left before its turn. '' without lots. */
  lots: string;
  /** Why another quantity moved than was expected, or why the goods go back, in words. */
  reason: string | null;
}

export interface Paper {
  label: string;
  /** The server's reference, or null while it is unknown. */
  ref: string | null;
  /**
   * The time (epoch seconds) and the person of the completion, from the server. Null: the server has not confirmed the transfer, and the paper says
   * PROVISIONAL.
   */
  completed: { at: number; by: string } | null;
  /** The reference of the tablet on which the transfer began. The provisional paper and the receipt have the same one. */
  device: string | null;
  timestamp: number;
  /** The facts about a reversal, as names and texts. Empty without a reversal. */
  reversal: [string, string][];
  /** The facts about a handover by code, as names and texts. Empty without a handover. */
  handover: [string, string][];
  from: string;
  to: string;
  /** The ids of the parties that are hubs, for their addresses on the paper. */
  hubs: { from: string | null; to: string | null };
  lines: PaperLine[];
  /** "Not counted: 3 lines, taken as expected."; '' if all lines are counted, or if nobody confirmed the transfer yet. */
  uncounted: string;
  /** Kobo. `amount`: the worth of the expected quantities. `accepted`: the worth of the moved ones. */
  amount: number;
  accepted: number;
}

/**
 * The reason in words ("Damaged"). Null: nothing differs or goes back, or no reason was given. `isSure`: the transfer is confirmed, so no reason can
 * follow.
 */
function reasonOf(
  line: { quantity: number; quantity_accepted: number | null; reason: string | null },
  kind: TransferKind,
  isSure: boolean,
): string | null {
  // Another column says how much is short or over.
  if (comesBack(kind)) return isSure ? shownReason(line, kind) : (backText(line.reason) ?? null);
  if (movedQuantity(line) === line.quantity) return null;
  return line.reason === 'short' || line.reason === 'excess' ? null : (reasonText(line.reason) ?? null);
}

type Coded = Pick<ProductRef, 'barcode_case' | 'barcode_unit' | 'tracks_lots'>;
const codeOf = (product: Coded | undefined): string | null => product?.barcode_case || product?.barcode_unit || null;

/** The lots of a line in words. A product that is tracked by lot and has no named lot says so. `at`: when the goods moved, epoch seconds. */
const lotsOf = (
  line: { lots?: string | null | undefined; quantity: number; quantity_accepted: number | null },
  caseCount: number,
  isTracked: boolean | undefined,
  at: number,
): string =>
  lotsOnPaper(line.lots ?? '', caseCount, at) || (isTracked && movedQuantity(line) > 0 ? lineTexts.noLot : '');

export const hubsOf = ({ source_type, source, destination_type, destination }: Ends): Paper['hubs'] => ({
  from: source_type === 'seller' ? source : null,
  to: destination_type === 'seller' ? destination : null,
});
type Ends = { source_type: string; source: string; destination_type: string; destination: string };

/** A transfer between two hubs counts as incoming. */
const directionOf = (kind: TransferKind) => (kind === 'transfer' ? 'in' : KINDS[kind].direction);

/** The price of a line of the server's row. */
function orderPrice(item: PurchaseOrderItem): PaperLine['price'] {
  const { rate, about } = priceOf(item);
  return rate === null ? null : { rate: koboOf(rate), about };
}

/** The price of a line of this tablet: the line's own price, otherwise computed from its amount, otherwise the default price of unexpected goods. */
function viewPrice(
  { rate, unexpectedRate, amount, quantity, case_count, product_id }: LineView,
  goods: PriceOf,
): PaperLine['price'] {
  if (rate !== null) return { rate, about: false };
  const known = rateOf(amount, quantity, case_count);
  return known === null
    ? { rate: goods(product_id) || (unexpectedRate ?? 0), about: false }
    : { rate: known, about: quantity % case_count !== 0 };
}

/** "₦41,000 a case". '' without a price. */
export const priceText = ({ price }: Pick<PaperLine, 'price'>): string =>
  price === null ? '' : aCase(price.rate, price.about);

type Moved = Pick<PaperLine, 'quantity' | 'moved' | 'case_count'>;

/** How much less or more moved than was expected: "3 cases short", "1 case 2 units over", "2 cases not expected". '' if nothing differs. */
export function differenceOnPaper({ quantity, moved, case_count }: Moved): string {
  if (moved === quantity) return '';
  const size = casesText(Math.abs(moved - quantity), case_count);
  if (quantity === 0) return `${size} not expected`;
  return `${size} ${moved < quantity ? 'short' : 'over'}`;
}

/** The sums of all differences, for the foot of the paper: "3 cases short, 1 case over, 2 cases not expected". '' if nothing differs. */
export function differencesOnPaper(lines: readonly Moved[]): string {
  const sums = [
    ['short', lines.filter((line) => line.moved < line.quantity)],
    ['over', lines.filter((line) => line.quantity > 0 && line.moved > line.quantity)],
    ['not expected', lines.filter((line) => line.quantity === 0 && line.moved > 0)],
  ] as const;
  return sums
    .filter(([, some]) => some.length > 0)
    .map(([word, some]) => {
      const size = movedSize(some.map((line) => ({ ...line, moved: Math.abs(line.moved - line.quantity) })));
      return `${size} ${word}`;
    })
    .join(', ');
}

/** "61 cases and 3 loose units": the moved units, or the units that will move, by the case size of each product. */
export const movedSize = (lines: readonly Pick<PaperLine, 'moved' | 'case_count'>[]): string => sizeText(sumOf(lines));

/** The other receipt of a reversal, and the reason. Papers leave out a reversal that waits for approval. */
function reversalOf({ _id, reversal }: RowOf<typeof purchaseOrder>): Paper['reversal'] {
  if (!reversal?.order) return [];
  const other: [string, string] =
    reversal.order._id === _id ? ['Reverses', reversal.receipt.ref] : ['Reversed by', reversal.order.ref];
  return [other, ['Reason', reversal.reason]];
}

/** Both names of a handover, and the taker's reference. The giver's reference is the device reference of the transfer. */
export function handoverFacts({
  giver,
  given_at,
  taker,
  taken_at,
  answer,
}: NonNullable<RowOf<typeof purchaseOrder>['handover']>): Paper['handover'] {
  return [
    ['Handed over by', `${giver}, ${showPaperTime(given_at)}`],
    ...(taker === null || taken_at === null
      ? []
      : ([['Taken over by', `${taker}, ${showPaperTime(taken_at)}`]] as [string, string][])),
    ...(answer === null ? [] : ([["Taker's reference", deviceRef(answer)]] as [string, string][])),
  ];
}

/** The paper of a purchase order from the server. It is final once the order is a receipt. */
export function paperOfOrder(order: RowOf<typeof purchaseOrder>): Paper {
  const items = (order.items ?? []) as PurchaseOrderItem[];
  const final = order.tag === 'receipt';
  const kind = kindOf(order.source_type, order.destination_type);
  const isReversal = order.reversal?.order?._id === order._id;
  const movedAt = final ? (order.executed_at ?? order.modified) : Date.now() / 1_000;
  return {
    label: order.label,
    ref: order.ref,
    completed: final ? { at: movedAt, by: order.executed_by?.name ?? '' } : null,
    device: order.client_id === null ? null : deviceRef(order.client_id),
    timestamp: order.timestamp,
    reversal: reversalOf(order),
    handover: order.handover ? handoverFacts(order.handover) : [],
    from: order.source_obj.name,
    to: order.destination_obj.name,
    hubs: hubsOf(order),
    lines: items.map((item) => ({
      product_id: item.product_id,
      name: item.product.name,
      code: codeOf(item.product),
      case_count: item.product.case_count,
      quantity: item.quantity,
      moved: movedQuantity(item),
      price: orderPrice(item),
      value: koboOf(item.amount_accepted),
      lots: lotsOf(item, item.product.case_count, item.product.tracks_lots, movedAt),
      // The reason of a reversal stands in the head of the paper.
      reason: isReversal ? null : reasonOf(item, kind, final),
    })),
    uncounted: final ? uncountedText(items, directionOf(kind)) : '',
    amount: koboOf(order.amount),
    accepted: koboOf(order.amount_accepted),
  };
}

/**
 * The paper of a transfer on this tablet before the server's verdict. It is always provisional. `device`: the client id of the transfer, or this tablet's
 * id. `goods`: the prices of goods that nobody expected. `productOf`: a product as this tablet knows it.
 */
export function paperOfView(
  view: TransferView,
  kind: KindFacts,
  device: string,
  goods: PriceOf,
  productOf: (productId: string) => Coded | undefined,
): Paper | null {
  if (!view.header) return null;
  const isSure = view.completing !== null;
  const lines = view.lines.map((line) => ({
    product_id: line.product_id,
    name: line.name,
    code: codeOf(productOf(line.product_id)),
    case_count: line.case_count,
    quantity: line.quantity,
    moved: movedQuantity(line),
    price: viewPrice(line, goods),
    value: acceptedValue(line, goods),
    lots: lotsOf(line, line.case_count, productOf(line.product_id)?.tracks_lots, Date.now() / 1_000),
    reason: reasonOf(line, kind.kind, isSure),
  }));
  return {
    label: kind.label,
    ref: view.ref,
    completed: null,
    device: deviceRef(device),
    timestamp: view.header.timestamp,
    reversal: [],
    handover: [],
    from: view.header.source_name,
    to: view.header.destination_name,
    hubs: hubsOf(view.header),
    lines,
    uncounted: isSure ? uncountedText(view.lines, kind.direction) : '',
    amount: view.total,
    accepted: lines.reduce((sum, line) => sum + line.value, 0),
  };
}
