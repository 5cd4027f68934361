/** What happened to an order, in sentences for people: payments, steps, figures, lines (decisions 0251 and 1504). */
import type { OrderEvent } from '#contract/orders/orderReadCalls.ts';
import { formatMoney, koboOf, showNaira } from '#domain/money.ts';
import { isCancelledOrDeleted, type NotDelivered, type OrderTag, REASON_NOT_DELIVERED } from '#domain/order.ts';
import { casesText } from '#domain/units.ts';

export interface Sentence {
  _id: string;
  who: string;
  /** It follows the name: "recorded a payment in cash". */
  did: string;
  /** The amount of the act: "₦20,000". '' for none. */
  amount: string;
  /** The number of times in a row. */
  times: number;
  /** The last time, epoch seconds. */
  at: number;
}

/** One act of an event: the words, and its amount. */
type Act = readonly [did: string, amount?: string];

/** The history as sentences, newest first. The same act of the same person several times in a row is one sentence, unless it moved money. */
export function sentencesOf(events: readonly OrderEvent[]): Sentence[] {
  const sentences: Sentence[] = [];
  for (const event of events) {
    const program = event.token_name === null ? '' : ` (API token “${event.token_name}”)`;
    const who = `${event.user?.name ?? 'The system'}${program}`;
    for (const [index, [did, amount = '']] of actsOf(event).entries()) {
      const last = sentences.at(-1);
      if (last && amount === '' && last.amount === '' && last.who === who && last.did === did) last.times += 1;
      else sentences.push({ _id: `${event._id} ${index}`, who, did, amount, times: 1, at: event.created });
    }
  }
  return sentences;
}

/** The values of an event by their fields. `kobo`: by how much an amount grew. */
function valuesOf({ changes }: OrderEvent) {
  const one = (field: string) => changes.find((change) => change.field === field);
  const koboIn = (text: string | null | undefined): number => (text ? koboOf(text) : 0);
  return {
    one,
    from: (field: string) => one(field)?.from ?? null,
    to: (field: string) => one(field)?.to ?? null,
    kobo: (field: string) => koboIn(one(field)?.to) - koboIn(one(field)?.from),
  };
}

function actsOf(event: OrderEvent): readonly Act[] {
  if (event.part === 'order_item') return lineActs(event);
  if (event.part === 'order') return [partAct(event)];
  if (event.action === 'tag') return [stepAct(event), ...paymentActs(event)];
  if (event.action === 'create') return [['opened the cart']];
  const acts = [...paymentActs(event), ...figureActs(event)];
  return acts.length > 0 ? acts : [['changed the order']];
}

/** A change of the tag, with what the retailer was charged by it. */
function stepAct(event: OrderEvent): Act {
  const { from, to } = valuesOf(event);
  const tag = to('tag') as OrderTag;
  const did = didToOrder({ tag, old_tag: from('tag') ?? '', note: event.note });
  const total = to('total');
  return [did, chargedText(event) || (total === null ? '' : showNaira(total))];
}

function chargedText({ charged }: OrderEvent): string {
  if (charged === null) return '';
  const kobo = koboOf(charged);
  return kobo > 0 ? `${showNaira(kobo)} charged` : `${showNaira(0 - kobo)} no longer charged`;
}

/** What a person did to the order, as words after the person's name: "marked the order delivered". */
export function didToOrder({ tag, old_tag, note }: { tag: OrderTag; old_tag: string; note: string }): string {
  const reason = note ? `: ${REASON_NOT_DELIVERED[note as NotDelivered] ?? note}` : '';
  if (tag === 'cancelled') return `cancelled the order${reason}`;
  if (tag === 'deleted') return `deleted the order${reason}`;
  if (tag === 'draft') return `opened the cart${reason}`;
  if (isCancelledOrDeleted(old_tag as OrderTag)) return `restored the order${reason}`;
  if (tag === 'pending')
    return (old_tag === 'draft' || old_tag === '' ? 'placed the order' : 'marked the order pending') + reason;
  return `${tag === 'completed' ? 'completed the order' : 'marked the order delivered'}${reason}`;
}

/** Money that came or was taken back. A step of the order stores the sums under other names than the form of the payment. */
function paymentActs(event: OrderEvent): readonly Act[] {
  const { to, kobo } = valuesOf(event);
  const cash = kobo('payment_cash') + kobo('cash');
  const transfer = kobo('payment_transfer') + kobo('transfer');
  const outcome = to('payment_outcome');
  if (outcome === 'paid_back') return [['paid the payment back to the retailer', showNaira(0 - cash - transfer)]];
  if (cash + transfer === 0 && cash !== 0)
    return [
      [`changed the payment from ${cash < 0 ? 'cash to transfer' : 'transfer to cash'}`, showNaira(Math.abs(cash))],
    ];
  return [
    ...moneyAct(cash, 'in cash'),
    ...moneyAct(transfer, 'by transfer'),
    ...(outcome === 'credit' ? [["kept the payment as the retailer's credit"] as const] : []),
  ];
}

const moneyAct = (kobo: number, way: string): readonly Act[] =>
  kobo === 0 ? [] : [[`${kobo > 0 ? 'recorded a payment' : 'took back a payment'} ${way}`, showNaira(Math.abs(kobo))]];

/** Figures of the whole order, its delivery associate and its comment. */
function figureActs(event: OrderEvent): readonly Act[] {
  const { one, from, to, kobo } = valuesOf(event);
  const acts: Act[] = [];
  const set = (field: string, name: string) => {
    if (!one(field) || kobo(field) === 0) return;
    const next = to(field);
    if (next === null || koboOf(next) === 0) acts.push([`removed the ${name}`, shown(from(field))]);
    else acts.push([from(field) === null ? `set the ${name}` : `changed the ${name}`, shown(next)]);
  };
  set('discount', 'discount');
  set('returns', 'returns');
  set('delivery_fee', 'delivery fee');
  if (kobo('adjustment') !== 0) acts.push(['changed the subtotal', signed(kobo('adjustment'))]);
  if (one('amount')) acts.push([`changed the amount from ${shown(from('amount'))}`, shown(to('amount'))]);
  const officer = one('sales_officer_id');
  if (officer)
    acts.push([officer.to ? `gave the order to ${officer.to}` : `took the order from ${officer.from ?? ''}`]);
  const comment = one('comment');
  if (comment) acts.push([comment.to ? `wrote the comment “${comment.to}”` : 'removed the comment']);
  return acts;
}

const shown = (naira: string | null): string => showNaira(naira ?? '0');
const signed = (kobo: number): string => `${kobo > 0 ? '+' : ''}${showNaira(formatMoney(kobo))}`;

/** An act on the order of one manufacturer. */
function partAct(event: OrderEvent): Act {
  const { one, from, to } = valuesOf(event);
  const part = `the part of ${event.name}`;
  const tag = to('tag');
  if (tag !== null) {
    if (isCancelledOrDeleted(tag as OrderTag)) return [`${tag} ${part}`, chargedText(event)];
    return [
      isCancelledOrDeleted(from('tag') as OrderTag) ? `restored ${part}` : `marked ${part} ${tag}`,
      chargedText(event),
    ];
  }
  if (one('amount')) return [`changed the amount of ${event.name} from ${shown(from('amount'))}`, shown(to('amount'))];
  return [event.action === 'create' ? `added ${part}` : `changed ${part}`];
}

/** Acts on a line: what it says now, and its amount. */
function lineActs(event: OrderEvent): readonly Act[] {
  const { name, case_count, action } = event;
  const { one, from, to } = valuesOf(event);
  const goods = (units: string | null) => casesText(Number(units ?? 0), case_count ?? 1);
  const amount = to('amount');
  if (action === 'create') return [[`added ${goods(to('quantity'))} of ${name}`, shown(amount)]];
  if (action === 'delete') return [[`removed ${goods(from('quantity'))} of ${name}`, shown(from('amount'))]];
  const acts: string[] = [];
  if (one('quantity')) acts.push(`changed ${name} from ${goods(from('quantity'))} to ${goods(to('quantity'))}`);
  if (one('quantity_accepted'))
    acts.push(
      to('quantity_accepted') === null
        ? `took back what was accepted of ${name}`
        : `accepted ${goods(to('quantity_accepted'))} of ${name}`,
    );
  if (one('rate')) acts.push(`changed the price of ${name} from ${shown(from('rate'))} to ${shown(to('rate'))} a case`);
  if (acts.length === 0) acts.push(`changed the amount of ${name}`);
  return acts.map((did, index): Act => [did, index === 0 && amount !== null ? showNaira(amount) : '']);
}
