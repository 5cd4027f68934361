/**
 * A model of receipts, their reversals and claims, written from the documents and decisions 0450, 0470 and 0471. It uses nothing of src. Units and kobo.
 */

type Parties = readonly [string, string, string, string];
interface Line {
  product: string;
  quantity: number;
  accepted: number;
  reason: string | null;
  kobo: number;
}
export interface Receipt {
  id: string;
  parties: Parties;
  lines: readonly Line[];
  /** The receipt whose goods this opposite transfer takes back. */
  of: Receipt | null;
  isMirror: boolean;
  state: 'done' | 'asked' | 'reversed';
  reversal?: string;
}
interface Difference {
  receipt: Receipt;
  product: string;
  kind: 'short' | 'over' | 'damaged';
  kobo: number;
}
interface Claim {
  id: string;
  lines: readonly Difference[];
  state: 'open' | 'sent' | 'settled' | 'cancelled';
  amount: number;
  credited: number;
}

const UNFIT = ['damaged', 'expired', 'wrong_product'];
/** The accepted share of an amount, half a kobo up. */
const share = ({ kobo, accepted, quantity }: Line): number =>
  accepted === quantity
    ? kobo
    : Number((2n * BigInt(kobo) * BigInt(accepted) + BigInt(quantity)) / (2n * BigInt(quantity)));

export class ReceiptModel {
  readonly receipts: Receipt[] = [];
  readonly claims: Claim[] = [];
  readonly #stock = new Map<string, Map<string, number>>();
  readonly #wallets = new Map<string, number>();

  stockOf = (party: string): Record<string, number> => Object.fromEntries(this.#stock.get(party) ?? []);
  walletOf = (party: string): number => this.#wallets.get(party) ?? 0;
  valueOf = ({ lines }: Pick<Receipt, 'lines'>): number => lines.reduce((sum, line) => sum + share(line), 0);

  #has = (party: string, product: string): number => this.#stock.get(party)?.get(product) ?? 0;

  /** Whether the giving party has the goods. A distributor always has them. */
  isThere({ parties: [type, from], lines }: Pick<Receipt, 'parties' | 'lines'>): boolean {
    return type === 'distributor' || lines.every(({ product, accepted }) => this.#has(from, product) >= accepted);
  }

  isBackThere = (receipt: Receipt): boolean => this.isThere(mirrored(receipt));

  complete(receipt: Receipt): void {
    const { parties, lines } = receipt;
    const [fromType, from, toType, to] = parties;
    for (const { product, accepted } of lines) {
      if (accepted === 0) continue;
      if (fromType !== 'distributor') this.#move(from, product, -accepted);
      if (toType !== 'distributor') this.#move(to, product, accepted);
    }
    // An associate owes for goods that were taken, and a distributor is owed for goods that came (B6.4).
    const value = this.valueOf(receipt);
    for (const [type, party, sign] of [
      [fromType, from, -1],
      [toType, to, 1],
    ] as const)
      if (type !== 'seller' && value > 0) this.#wallets.set(party, this.walletOf(party) + sign * value);
    this.receipts.push(receipt);
  }

  #move(party: string, product: string, units: number): void {
    const held = this.#stock.get(party) ?? new Map<string, number>();
    this.#stock.set(party, held.set(product, (held.get(product) ?? 0) + units));
  }

  /** The opposite transfer of a receipt: the moved units at their value, without a reason. */
  opposite = (receipt: Receipt) => mirrored(receipt);

  mayReverse(receipt: Receipt): boolean {
    const isTaken = this.receipts.some((one) => one.of === receipt && one.state !== 'reversed');
    return !receipt.isMirror && receipt.state === 'done' && !isTaken && receipt.lines.some((line) => line.accepted > 0);
  }

  takeBack(receipt: Receipt, id: string): void {
    receipt.state = 'reversed';
    this.complete({ ...mirrored(receipt), id, of: null, isMirror: true, state: 'done' });
  }

  /** The differences of a receipt, whether or not it was taken back. */
  differing(receipt: Receipt): Difference[] {
    const { parties, lines } = receipt;
    const [fromType, , toType] = parties;
    if (toType === 'sales_officer') return [];
    return lines.flatMap((line) => {
      const { product, quantity, accepted, reason } = line;
      const unfit = reason !== null && UNFIT.includes(reason);
      const differences: Difference[] = [];
      const say = (kind: Difference['kind'], kobo: number) => differences.push({ receipt, product, kind, kobo });
      if (toType === 'seller' && accepted !== quantity) {
        const less = unfit && fromType === 'distributor' ? 'damaged' : 'short';
        say(accepted > quantity ? 'over' : less, Math.abs(line.kobo - share(line)));
      }
      if ((toType === 'distributor' || fromType === 'sales_officer') && unfit && accepted > 0)
        say('damaged', share(line));
      return differences;
    });
  }

  discrepancySums() {
    const standing = this.receipts.filter(({ isMirror, state }) => !isMirror && state !== 'reversed');
    const all = standing.flatMap((receipt) => this.differing(receipt));
    const of = (kind: Difference['kind']) =>
      all.filter((one) => one.kind === kind).reduce((sum, { kobo }) => sum + kobo, 0);
    return { count: all.length, short: of('short'), over: of('over'), damaged: of('damaged') };
  }

  amountOf = (lines: readonly Difference[]): number =>
    lines.reduce((sum, { kind, kobo }) => sum + (kind === 'over' ? -kobo : kobo), 0);

  mayClaim(lines: readonly Difference[]): boolean {
    const held = this.claims.filter(({ state }) => state !== 'cancelled').flatMap((claim) => claim.lines);
    const isHeld = lines.some((one) => held.some((it) => it.receipt === one.receipt && it.product === one.product));
    return !isHeld && lines.every(({ receipt }) => receipt.state !== 'reversed') && this.amountOf(lines) > 0;
  }

  claimSums() {
    const of = (state: Claim['state']) => this.claims.filter((claim) => claim.state === state);
    const sum = (claims: readonly Claim[]) => claims.reduce((all, { amount }) => all + amount, 0);
    const credited = of('settled').reduce((all, claim) => all + claim.credited, 0);
    return { open: sum(of('open')), settled: sum(of('settled')), credited };
  }
}

/** The parties in the other direction, and the moved lines. */
function mirrored({ parties: [fromType, from, toType, to], lines }: Pick<Receipt, 'parties' | 'lines'>) {
  const moved = lines
    .filter(({ accepted }) => accepted > 0)
    .map((line) => ({ ...line, quantity: line.accepted, kobo: share(line), reason: null }));
  return { parties: [toType, to, fromType, from] as Parties, lines: moved };
}
