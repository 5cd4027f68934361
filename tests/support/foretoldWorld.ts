/**
 * A few transfers of one tablet in two forms: as a server does them one after the other (`play`), and as the queue has them (`queueOf`). The model knows
 * nothing of ops, so a mistake of the computation is not repeated in it.
 */
import fc from 'fast-check';
import type { FinishedOp, Op } from '#offline/outbox/op.ts';

export const PARTIES = { hub: 'seller', aisha: 'sales_officer', dayo: 'sales_officer' } as const;
type Party = keyof typeof PARTIES;
export const OURS = Object.keys(PARTIES) as Party[];
export const PRODUCTS = ['milo', 'soap'] as const;
export const SINCE = 1_000;
export const TOMORROW = 1_900_000_000;

type Books = Record<Party, Record<(typeof PRODUCTS)[number], number>>;
interface Transfer {
  kind: 'receive' | 'reject' | 'issue' | 'return' | 'take back';
  who: 'aisha' | 'dayo';
  /** The units that move. */
  milo: number;
  soap: number;
  /** Whether another quantity was expected. */
  counted: boolean;
  isMine: boolean;
  /** `list`: nobody confirmed the transfer. */
  stage: 'list' | 'confirmed';
  state: 'queued' | 'sending' | 'paused_auth' | 'attention' | 'conflict';
  /** The state of its lines before the confirmation. */
  lines: 'sent' | 'half sent' | 'waiting' | 'changed twice' | 'refused' | 'in conflict';
}
interface Ended {
  kind: Transfer['kind'];
  who: Transfer['who'];
  milo: number;
  soap: number;
  isKnown: boolean;
  became: 'done' | 'superseded' | 'discarded' | 'asked';
}
export interface World {
  stock: number[];
  ended: Ended[];
  waiting: Transfer[];
}

const units = fc.integer({ min: 0, max: 9 });
const kind = fc.constantFrom<Transfer['kind']>('receive', 'reject', 'issue', 'return', 'take back');
const who = fc.constantFrom<Transfer['who']>('aisha', 'dayo');
export const world: fc.Arbitrary<World> = fc.record({
  stock: fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 6, maxLength: 6 }),
  ended: fc.array(
    fc.record({
      ...{ kind, who, milo: units, soap: units, isKnown: fc.boolean() },
      became: fc.constantFrom<Ended['became']>('done', 'done', 'superseded', 'discarded', 'asked'),
    }),
    { maxLength: 4 },
  ),
  waiting: fc.array(
    fc.record({
      ...{ kind, who, milo: units, soap: units, counted: fc.boolean() },
      isMine: fc.constantFrom(true, true, true, false),
      stage: fc.constantFrom<Transfer['stage']>('list', 'confirmed', 'confirmed', 'confirmed'),
      state: fc.constantFrom<Transfer['state']>(
        ...(['queued', 'queued', 'queued', 'sending', 'paused_auth', 'attention', 'conflict'] as const),
      ),
      lines: fc.constantFrom<Transfer['lines']>(
        ...(['sent', 'half sent', 'waiting', 'changed twice', 'refused', 'in conflict'] as const),
      ),
    }),
    { minLength: 1, maxLength: 6 },
  ),
});

/** The giving and the receiving party. Null: a distributor, whose stock is outside the books. "take back" is the reversal of an issue. */
function endsOf({ kind: one, who: person }: Pick<Transfer, 'kind' | 'who'>): [Party | null, Party | null] {
  if (one === 'receive') return [null, 'hub'];
  if (one === 'reject') return ['hub', null];
  return one === 'issue' ? ['hub', person] : [person, 'hub'];
}

/* The model: a server that does one transfer after the other. */

function move(books: Books, one: Pick<Transfer, 'kind' | 'who' | 'milo' | 'soap'>): void {
  const [from, to] = endsOf(one);
  for (const product of PRODUCTS) {
    if (from) books[from][product] -= one[product];
    if (to) books[to][product] += one[product];
  }
}

/** The server's answer about the stock: enough for all moves since, and more. */
export function answered({ stock, ended }: World): Books {
  const books = Object.fromEntries(
    OURS.map((party, n) => [party, { milo: stock[2 * n] ?? 0, soap: stock[2 * n + 1] ?? 0 }]),
  ) as Books;
  for (const one of ended) {
    const [from] = endsOf(one);
    for (const product of PRODUCTS) if (from && !one.isKnown) books[from][product] += one[product];
  }
  return books;
}

const isDone = ({ kind: one, became }: Ended) => became === 'done' || (became === 'asked' && one !== 'take back');
const isStopped = ({ kind: one, state, lines }: Transfer) =>
  state === 'attention' ||
  state === 'conflict' ||
  (one !== 'take back' && (lines === 'refused' || lines === 'in conflict'));

interface Played {
  /** The books at the turn of each confirmation of the person. Null: the confirmation does not run by itself, or belongs to another person. */
  before: (Books | null)[];
  refused: number[];
  after: Books;
  /** The units that unconfirmed lists take from the hub and the associates. */
  listed: Books;
  /** The units that refused confirmations take once a person moves what is there instead. A reversal moves all or nothing. */
  repaired: Books;
}

export function play(one: World): Played {
  const books = answered(one);
  for (const past of one.ended) if (!past.isKnown && isDone(past)) move(books, past);
  const none = () => Object.fromEntries(OURS.map((party) => [party, { milo: 0, soap: 0 }])) as Books;
  const [listed, repaired] = [none(), none()];
  const before: Played['before'] = [];
  const refused: number[] = [];
  one.waiting.forEach((transfer, n) => {
    const [from] = endsOf(transfer);
    const isOfPerson = transfer.isMine && !isStopped(transfer);
    before.push(isOfPerson && isConfirmed(transfer) ? structuredClone(books) : null);
    if (!isOfPerson) return;
    if (isConfirmed(transfer)) {
      const isShort = from && PRODUCTS.some((product) => transfer[product] > books[from][product]);
      if (!isShort) move(books, transfer);
      else {
        refused.push(n);
        if (transfer.kind !== 'take back')
          for (const product of PRODUCTS) repaired[from][product] += Math.min(transfer[product], books[from][product]);
      }
    } else if (from)
      for (const product of PRODUCTS) if (waitsOf(transfer, product)) listed[from][product] += transfer[product];
  });
  return { before, refused, after: books, listed, repaired };
}

/** A reversal has no list. */
const isConfirmed = ({ kind: one, stage }: Transfer) => one === 'take back' || stage === 'confirmed';
const waitsOf = ({ lines }: Transfer, product: string) =>
  lines === 'waiting' || lines === 'changed twice' || (lines === 'half sent' && product === 'soap');

/* The same transfers as a queue. */

const typeOf = (party: Party | null) => (party ? PARTIES[party] : 'distributor');
function headerOf(one: Pick<Transfer, 'kind' | 'who'>) {
  const [from, to] = endsOf(one);
  return {
    ...{ source_type: typeOf(from), source: from ?? 'ade', destination_type: typeOf(to), destination: to ?? 'ade' },
    // Returned goods are dated tomorrow, but the server moves them at the confirmation.
    timestamp: one.kind === 'return' ? TOMORROW : 1,
  };
}
const lineOf = (product_id: string, moved: number, counted: boolean) => ({
  ...{ product_id, name: product_id, case_count: 1, amount: 0 },
  quantity: counted ? moved + 3 : moved,
  quantity_accepted: counted ? moved : moved % 2 ? moved : null,
});
const goodsOf = (one: Pick<Transfer, 'kind' | 'who' | 'milo' | 'soap'>, counted: boolean) => ({
  header: headerOf(one),
  lines: PRODUCTS.map((product) => lineOf(product, one[product], counted)),
});

export function queueOf({ waiting, ended }: World): { ops: Op[]; past: FinishedOp[]; seqs: number[] } {
  const ops: Op[] = [];
  const past: FinishedOp[] = [];
  let seq = 0;
  const op = (more: object): Op => {
    seq += 1;
    const key = `k${seq}`;
    return { seq, key, schema: 1, state: 'queued', attempts: 0, last_error: null, ...more } as unknown as Op;
  };
  const closing = (one: Transfer | Ended, transfer: string, more: object) => {
    const goods = goodsOf(one, 'counted' in one && one.counted);
    const payload = one.kind === 'take back' ? { about: { goods } } : { confirmed: goods };
    return op({ type: one.kind === 'take back' ? 'reverse' : 'execute', transfer, payload, ...more });
  };
  ended.forEach((one, n) => {
    const state = one.became === 'asked' ? 'done' : one.became;
    const answer = { data: { status: one.became === 'asked' ? 'asked' : 'done' } };
    const at = one.isKnown ? SINCE - 1 - n : SINCE + 1 + n;
    past.push({ key: `p${n}`, at, op: closing(one, `past ${n}`, { state }), answer } as unknown as FinishedOp);
  });
  const seqs = waiting.map((one, n) => {
    const transfer = `t${n}`;
    const user_id = one.isMine ? 'me' : 'somebody else';
    const of = (type: string, payload: object, more: object = {}) => op({ type, transfer, user_id, payload, ...more });
    if (one.kind !== 'take back') {
      past.unshift({
        key: transfer,
        at: 1,
        op: of('create', headerOf(one), { state: 'done' }),
      } as unknown as FinishedOp);
      for (const product of PRODUCTS) {
        const line = lineOf(product, one[product], one.counted);
        const isSent = one.lines === 'sent' || (one.lines === 'half sent' && product === 'milo');
        if (isSent)
          past.unshift({ key: product, at: 2, op: of('upsert', line, { state: 'done' }) } as unknown as FinishedOp);
        else if (one.lines === 'refused') ops.push(of('upsert', line, { state: 'attention' }));
        else if (one.lines === 'in conflict') ops.push(of('upsert', line, { state: 'conflict' }));
        else if (one.lines === 'changed twice')
          ops.push(
            of('upsert', { ...line, quantity: 99, quantity_accepted: 99 }, { state: 'sending' }),
            of('upsert', line),
          );
        else ops.push(of('upsert', line));
      }
      if (!isConfirmed(one)) {
        // In an unconfirmed list, one of its changes needs the person.
        if (one.state === 'attention' || one.state === 'conflict')
          ops.push(of('header', headerOf(one), { state: one.state }));
        return 0;
      }
    }
    const last = closing(one, transfer, { user_id, state: one.state });
    ops.push(last);
    return last.seq;
  });
  return { ops, past: past.sort((a, b) => b.at - a.at), seqs };
}
