/**
 * The handovers of a schedule. Officers give confirmed transfers, and the other officer takes them on another tablet, with and without a server. This
 * module stores what each person was told is saved, and compares it with the server at the end.
 */
import { type Op, type Payloads, refusalOfOp, type TakePayload } from '#offline/outbox/op.ts';
import { TransferLocked } from '#offline/outbox/transferLocked.ts';
import type { ModelOffer } from './modelHandovers.ts';
import type { Intent, Tablet } from './simulationCheck.ts';
import type { SimulatedServer } from './simulationPlace.ts';

interface Offered extends ModelOffer {
  tablet: Tablet;
  intent: Intent;
  shown: boolean;
}

/** One save of a person. Each save has its own paper. */
interface SavedHalf {
  kind: 'give' | 'take';
  tablet: Tablet;
  transfer: string;
  paper: string;
  /** The person gave the half up, discarding it was cut short, or a newer half replaced it. */
  loose: boolean;
  copied: boolean;
}

interface World {
  chance: () => number;
  server: SimulatedServer;
  found: (what: string) => void;
  flush: (tablet: Tablet, forced: boolean) => Promise<void>;
  bounded: <T>(work: Promise<T>) => Promise<T | undefined>;
}

type Half = Op<'give'> | Op<'take'>;
export const isHalf = (op: Op): op is Half => op.type === 'give' || op.type === 'take';
const paperOf = (op: Half): string => (op.type === 'take' ? (op as Op<'take'>).payload.answer : op.payload.offer);

export class SimulatedHandovers {
  readonly #world: World;
  readonly #offers: Offered[] = [];
  readonly #saves: SavedHalf[] = [];
  #count = 0;

  constructor(world: World) {
    this.#world = world;
  }

  #pick<T>(from: readonly T[]): T | undefined {
    return from[Math.floor(this.#world.chance() * from.length)];
  }

  /** Notes a confirmed transfer, which may be handed over from now on. */
  confirmed(tablet: Tablet, intent: Intent, { expect_digest: digest, confirmed }: Payloads['execute']): void {
    if (!confirmed) return;
    const { source: header, timestamp } = confirmed.header;
    const lines = confirmed.lines.map(({ product_id, quantity, quantity_accepted, amount }) => {
      return { product_id, quantity, quantity_accepted, amount };
    });
    const head = { transfer: intent.transfer.replace('local-', ''), giver: tablet.owner.user_id, header, timestamp };
    this.#offers.push({ ...head, digest, lines, tablet, intent, shown: false });
  }

  /** One act of the person at this tablet. */
  async act(tablet: Tablet): Promise<void> {
    const { chance, flush } = this.#world;
    const { user_id } = tablet.owner;
    const dice = chance();
    if (dice < 0.35) {
      const own = this.#pick(this.#offers.filter((one) => one.tablet === tablet && one.giver === user_id));
      if (own) await this.#give(tablet, own);
    } else if (dice < 0.8) {
      const seen = this.#pick(
        this.#offers.filter((one) => one.shown && one.tablet !== tablet && one.giver !== user_id),
      );
      if (seen) await this.#take(tablet, seen);
    } else await flush(tablet, chance() < 0.3);
    if (chance() < 0.4) await flush(tablet, false);
  }

  async #give(tablet: Tablet, { tablet: _tablet, intent, shown: _shown, ...offer }: Offered): Promise<void> {
    const paper = JSON.stringify(offer);
    if (!(await isSaved(tablet.outbox.give(intent.transfer, { offer: paper })))) return;
    for (const one of this.#offers) if (one.intent === intent && one.digest === offer.digest) one.shown = true;
    for (const save of this.#saves)
      if (save.kind === 'give' && save.tablet === tablet && save.transfer === offer.transfer) save.loose = true;
    this.#saves.push({ kind: 'give', tablet, transfer: offer.transfer, paper, loose: false, copied: false });
  }

  async #take(tablet: Tablet, { tablet: _tablet, intent, shown: _shown, ...offer }: Offered): Promise<void> {
    const { transfer } = offer;
    this.#count += 1;
    const answer = JSON.stringify({ taker: tablet.owner.user_id, save: this.#count });
    const header = { ...HUBS, timestamp: offer.timestamp, source: offer.header };
    const about = { transfer, giver_name: offer.giver, differences: 0, goods: { header, lines: [] } };
    const payload: TakePayload = { offer: JSON.stringify(offer), answer, about };
    const before = (await this.#halves(tablet)).some(
      (op) => isTake(op, transfer) && !op.copied && op.state !== 'attention',
    );
    if (!(await isSaved(tablet.outbox.take(payload)))) return;
    if (before) this.#world.found(`the goods of ${transfer} were taken twice on ${tablet.name}`);
    for (const save of this.#saves)
      if (save.kind === 'take' && save.tablet === tablet && save.transfer === transfer) save.loose = true;
    this.#saves.push({ kind: 'take', tablet, transfer, paper: answer, loose: false, copied: false });
    const goods = new Map(offer.lines.map((one) => [one.product_id, one.quantity_accepted ?? one.quantity]));
    intent.offered = [...(intent.offered ?? []), { goods, header: offer.header }];
  }

  #halves = async (tablet: Tablet): Promise<Half[]> => (await tablet.store.read((tx) => tx.ops())).filter(isHalf);

  copied(ops: readonly Op[]): void {
    for (const op of ops.filter(isHalf)) for (const save of this.#of(op)) save.copied = true;
  }

  #of = (op: Half): SavedHalf[] => this.#saves.filter(({ paper }) => paper === paperOf(op));

  /** The giver discarded the confirmation or the whole transfer, so its half may be discarded too. */
  letGo(transfer: string): void {
    const uuid = transfer.replace('local-', '');
    for (const save of this.#saves) if (save.kind === 'give' && save.transfer === uuid) save.loose = true;
  }

  /** The person settles a refusal: tries again, or gives the half up. */
  async settle(tablet: Tablet, op: Half, mine: boolean): Promise<void> {
    const { flush, bounded } = this.#world;
    this.#mustBeRefused(op);
    if (op.state === 'attention' && mine) {
      await tablet.outbox.retry(op.seq);
      await flush(tablet, true);
      const now = await tablet.store.read((tx) => tx.op(op.seq));
      if (now && isHalf(now) && now.state === 'queued') await this.settle(tablet, now, false);
      return;
    }
    const outcome = await bounded(tablet.outbox.discard(op.seq));
    if (outcome !== 'was_done') for (const save of this.#of(op)) save.loose = true;
  }

  /** A refusal needs a reason: another tablet took the goods, or the database was restored. */
  #mustBeRefused(op: Half): void {
    const { server, found } = this.#world;
    const refusal = refusalOfOp(op);
    if (!refusal || op.copied || refusal.code >= 500 || server.restores > 0) return;
    const [save] = this.#of(op);
    const others = this.#saves.filter((one) => one.kind === 'take' && one.transfer === save?.transfer && one !== save);
    if (op.type === 'take' && others.length === 0) found(`nobody else took them: ${op.key}: ${refusal.message}`);
    if (op.type === 'give' && refusal.code !== 422)
      found(`the giver is asked for nothing: ${op.key}: ${refusal.message}`);
  }

  check(): void {
    const { server, found } = this.#world;
    for (const order of server.state.orders.values())
      if (order.moves > 1) found(`the goods of ${order.client_id} moved ${order.moves} times`);
    const all = server.state.handovers?.all;
    for (const { kind, transfer, paper, loose, copied, tablet } of this.#saves) {
      if (loose || copied) continue;
      const one = all?.get(transfer);
      if (kind === 'take' ? one?.taken?.answer !== paper : one?.given !== true)
        found(`lost: the half (${kind}) of ${transfer} from ${tablet.name}`);
    }
    for (const [transfer, { taken }] of all ?? [])
      if (taken && !this.#saves.some(({ paper }) => paper === taken.answer))
        found(`phantom: somebody took ${transfer}`);
  }
}

const HUBS = {
  ...({ source_type: 'seller', source_name: 'S', destination_type: 'sales_officer' } as const),
  ...{ destination: 'a1', destination_name: 'A' },
};

const isTake = (op: Half, transfer: string): boolean =>
  op.type === 'take' && (op as Op<'take'>).payload.about.transfer === transfer;

async function isSaved(work: Promise<string>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (!(error instanceof TransferLocked)) throw error;
    return false;
  }
}
