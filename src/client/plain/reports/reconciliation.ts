/** The reconciliation reports (B6.10), computed from wallets, their logs and orders. A figure that these do not determine is left out (decision 0730). */
import { orderGroup } from '#contract/orders/orderGroup.ts';
import type { OrderGroupRow } from '#contract/orders/orderRows.ts';
import { buyer } from '#contract/people/buyer.ts';
import { salesOfficer } from '#contract/people/salesOfficer.ts';
import { purchaseOrder } from '#contract/purchasing/purchaseOrder.ts';
import { ledgerOfOwner, logsOfLedger } from '#contract/wallet/walletCalls.ts';
import { isBilled, ORDER_TAGS } from '#domain/order.ts';
import { plural } from '#domain/plural.ts';
import { type ReconciledHead, reconciledFigures, reconciliationAnswer } from '#domain/reconciliation.ts';
import { containsWords } from '#domain/text.ts';
import { CallError } from '../../callError.ts';
import { allQuery, queryClient, queryFor } from '../../reads/queries.ts';
import type { Input } from '../ask.ts';
import { koboIn } from '../derived.ts';
import { notOffered } from '../notOffered.ts';
import { type DistributorOfHub, isAny, mapFourAtOnce, ordersIn } from './orders.ts';
import { effectsOf, type IsCharge, type WalletEntry } from './walletEffects.ts';

/** A plain server reads one wallet at a time, and its log by a second call. More wallets would take minutes. */
const MOST_WALLETS = 300;

interface Person {
  _id: string;
  name: string;
  phone: string;
  place: DistributorOfHub | null;
}
interface About {
  /** whole: the description is the reference of a readable order. part: it contains what may be the reference of an order. */
  order: 'whole' | 'part' | null;
  /** The kind of the purchase order that the description names. */
  kind: string | null;
}
const DEPOSITED = ['cash', 'transfer', 'order', 'signup'];
const NAMES: Readonly<Record<ReconciledHead, readonly string[]>> = {
  buyer: ['orders', 'cash', 'transfer'],
  sales_officer: ['stock_issued', 'stock_returned', 'orders_delivered', 'cash_collected', 'deposits'],
};
const OF_BUYER: Readonly<Record<string, string>> = { order: 'orders', cash: 'cash', transfer: 'transfer' };
const OF_KIND: Readonly<Record<string, string>> = { stock_out: 'stock_issued', stock_in: 'stock_returned' };

/** The columns to which an entry may belong. None means Other; with two columns the right one is unknown. */
function columnsOf(
  head: ReconciledHead,
  effect: number,
  { tag }: WalletEntry,
  { order, kind }: About,
): readonly string[] {
  const some = (name: string | undefined) => (name === undefined ? [] : [name]);
  if (head === 'buyer') return some(OF_BUYER[tag]);
  if (tag === 'order') return ['orders_delivered'];
  if (tag === 'transfer') return ['deposits'];
  if (tag === 'cash') {
    // The description of an order's entry is its reference alone. An entry with a reference and other words, or a charge without a reference, may be a
    // corrected deposit.
    if (order === 'whole') return ['cash_collected'];
    return order || effect > 0 ? ['cash_collected', 'deposits'] : ['deposits'];
  }
  if (DEPOSITED.includes(tag)) return [];
  return kind === null ? ['stock_issued', 'stock_returned'] : some(OF_KIND[kind]);
}

/** The persons in the report after filtering. */
async function peopleOf(head: ReconciledHead, input: Input): Promise<Person[]> {
  const isSought = ({ name, phone }: Person) => containsWords(`${name} ${phone}`, String(input.search ?? ''));
  if (head === 'sales_officer')
    return (await queryClient.fetchQuery(allQuery(salesOfficer))).data
      .filter(({ seller_id, seller }) => isAny(input.seller_id) || (seller_id || seller?._id) === input.seller_id)
      .map(({ _id, name, phone, seller }) => ({ _id, name, phone, place: seller?._id ? seller : null }))
      .filter(isSought);
  const ofHub = isAny(input.seller_id)
    ? null
    : new Set(
        (await ordersIn({ from: 0, to: Number.POSITIVE_INFINITY, tags: ORDER_TAGS, seller: input.seller_id })).map(
          (order) => order.buyer._id,
        ),
      );
  return (await queryClient.fetchQuery(allQuery(buyer))).data
    .filter(
      ({ _id, location }) =>
        (isAny(input.location_id) || location?._id === input.location_id) && (!ofHub || ofHub.has(_id)),
    )
    .map(({ _id, name, phone, location }) => ({ _id, name, phone, place: location?._id ? location : null }))
    .filter(isSought);
}

/** The wallet of a person with its log; null: there is none. */
async function walletOf(head: ReconciledHead, person: Person) {
  const { data: wallet } = await queryClient.fetchQuery(
    queryFor(ledgerOfOwner, { head, subhead: 'wallet', owner: person._id }),
  );
  if (wallet._id === '') return null;
  const { data: logs } = await queryClient.fetchQuery(queryFor(logsOfLedger, { ledger_id: wallet._id }));
  const entries = (Array.isArray(logs) ? logs : logs.rows).map(
    ({ created, tag, value, description }): WalletEntry => ({ created, tag, value: koboIn(value), description }),
  );
  return { person, balance: koboIn(wallet.balance), entries };
}

const sumOf = (some: readonly number[]) => some.reduce((sum, kobo) => sum + kobo, 0);

/** Paid minus total of the billed orders of a retailer before `to`. */
function outstandingOf(orders: readonly OrderGroupRow[], to: number): (buyer: string) => number | null {
  const billed = orders.filter(({ tag, created }) => isBilled(tag) && created < to);
  return (_id) => {
    const own = billed
      .filter((order) => order.buyer._id === _id)
      .map(({ paid, total }) => [koboIn(paid), koboIn(total)] as const);
    return own.reduce<number | null>(
      (sum, [came, due]) => (sum === null || came === null || due === null ? null : sum + came - due),
      0,
    );
  };
}

/** Classifies entries by the references in their descriptions. */
async function aboutOf(head: ReconciledHead, orders: readonly OrderGroupRow[]): Promise<(entry: WalletEntry) => About> {
  const refs = new Set(orders.map(({ ref }) => ref));
  // An unreadable order, for example a deleted one, is recognised only by the documents' format of references.
  const isRef = (word: string) => refs.has(word) || /^[A-Z0-9]{8}$/.test(word);
  // A person who may not read purchase orders sees no kinds.
  const purchases =
    head === 'sales_officer' ? await queryClient.fetchQuery(allQuery(purchaseOrder)).catch(() => null) : null;
  const kinds = new Map((purchases?.data ?? []).map(({ ref, kind }) => [ref, kind]));
  return ({ description }) => {
    const words = description.split(/[^\p{L}\p{N}/-]+/u);
    const kind = words.map((word) => kinds.get(word)).find(Boolean) ?? null;
    return {
      order: refs.has(description.trim()) ? 'whole' : words.some(isRef) ? 'part' : null,
      kind,
    };
  };
}

const isCharge =
  (head: ReconciledHead, about: (entry: WalletEntry) => About): IsCharge =>
  (entry) => {
    const { order, kind } = about(entry);
    if (head === 'buyer') return entry.tag === 'order';
    if (entry.tag === 'cash') return order === 'whole' ? true : order === null ? false : null;
    if (DEPOSITED.includes(entry.tag)) return false;
    return kind === 'stock_out' ? true : kind === 'stock_in' ? false : null;
  };

/** The sums of the columns between opening and closing; null if an entry may belong to one of two. `effects`: null: unknown. */
function takenOf(
  head: ReconciledHead,
  entries: readonly WalletEntry[],
  effects: readonly number[] | null,
  about: (entry: WalletEntry) => About,
  [from, to]: readonly [number, number],
): Record<string, number | null> {
  const sums: Record<string, number | null> = Object.fromEntries(NAMES[head].map((name) => [name, effects && 0]));
  for (const [at, entry] of entries.entries()) {
    const effect = effects?.[at];
    if (effect === undefined || entry.created < from || entry.created >= to) continue;
    const columns = columnsOf(head, effect, entry, about(entry));
    for (const column of columns) {
      const sum = sums[column] ?? null;
      sums[column] = sum === null || columns.length > 1 ? null : sum - effect;
    }
  }
  return sums;
}

/** The report of `ledger_log/reconciliation_report`. Rejects with CallError above {@link MOST_WALLETS} people. */
export async function reconciliation(input: Input) {
  const head = input.head === 'buyer' || input.head === 'sales_officer' ? input.head : null;
  if (!head) throw notOffered();
  const people = await peopleOf(head, input);
  if (people.length > MOST_WALLETS)
    throw new CallError(
      400,
      `${plural(people.length, '# wallet', '# wallets')}. This server gives one wallet at a time. Search by a name or a phone that at most ${MOST_WALLETS} have.`,
      null,
    );
  const orders = (await queryClient.fetchQuery(allQuery(orderGroup))).data;
  const about = await aboutOf(head, orders);
  const wallets = (await mapFourAtOnce(people, (person) => walletOf(head, person))).filter((one) => one !== null);
  const allEffects = effectsOf(wallets, isCharge(head, about));
  const [from, to] = [Number(input.from_timestamp ?? 0), Number(input.to_timestamp ?? Number.POSITIVE_INFINITY)];
  const outstanding = outstandingOf(orders, to);
  const lines = wallets.map(({ person, balance, entries }, at) => {
    const effects = allEffects[at] ?? null;
    const before = (end: number, is: (entry: WalletEntry) => boolean = () => true) =>
      effects && 0 - sumOf(effects.filter((_, n) => entries[n] && entries[n].created < end && is(entries[n])));
    const cash = before(to, ({ tag }) => tag === 'cash' || tag === 'transfer');
    return {
      ...person,
      figures: reconciledFigures(head, {
        opening: from === 0 ? 0 : before(from),
        // Without an end of the range the balance is the closing.
        closing: input.to_timestamp === undefined ? balance && 0 - balance : before(to),
        taken: takenOf(head, entries, effects, about, [from, to]),
        // No read shows which of the goods in hand an associate sold.
        held: head === 'buyer' ? outstanding(person._id) : null,
      }),
      cash: cash && 0 - cash,
    };
  });
  return reconciliationAnswer(head, lines, {
    only: input.only_difference === true,
    page: input.page === undefined ? null : { number: Number(input.page), size: Number(input.per_page) || 20 },
  });
}
