/**
 * The reversals of a schedule. Officers reverse receipts that they saw, with and without a server, while a desk approves or refuses waiting ones. This
 * module stores what each person was told is saved, and compares it with the server at the end.
 */
import { sha256Hex } from '#client/session/sha256.ts';
import { digestText } from '#domain/transfer.ts';
import { type Op, type ReversePayload, refusalOfOp } from '#offline/outbox/op.ts';
import { reversalsOf } from '#offline/outbox/reversals.ts';
import { TransferLocked } from '#offline/outbox/transferLocked.ts';
import type { ModelOrder } from './modelServer.ts';
import { sameMap, show, type Tablet } from './simulationCheck.ts';
import type { SimulatedServer } from './simulationPlace.ts';

/** One save of a person. Each save has its own reason. */
interface SavedReversal {
  tablet: Tablet;
  user: string;
  /** The client id of the receipt. It stays the same if a restored database gives the receipt another id. */
  receipt: string;
  reason: string;
  /** The goods that the screen showed. */
  goods: ReadonlyMap<string, number>;
  /** The person gave the reversal up, discarding it was cut short, or a desk refused it. */
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

export const isReversal = (op: Op): op is Op<'reverse'> => op.type === 'reverse';

export class SimulatedReversals {
  readonly #world: World;
  readonly #saves: SavedReversal[] = [];
  /** Orders whose reversal a person with the right refused. */
  readonly #turnedDown = new Set<object>();
  /** The receipts that each tablet read, in their state at that time. */
  readonly #seen = new Map<string, ModelOrder[]>();
  #count = 0;

  constructor(world: World) {
    this.#world = world;
  }

  #pick<T>(from: readonly T[]): T | undefined {
    return from[Math.floor(this.#world.chance() * from.length)];
  }

  get #orders(): ModelOrder[] {
    return [...this.#world.server.state.orders.values()];
  }

  /** One act of the person at this tablet. */
  async act(tablet: Tablet): Promise<void> {
    const { chance, flush } = this.#world;
    if (!tablet.offline)
      this.#seen.set(
        tablet.name,
        this.#orders.filter((one) => one.tag === 'receipt').map((one) => ({ ...one })),
      );
    const seen = this.#pick((this.#seen.get(tablet.name) ?? []).filter((one) => one.reversal === null));
    if (!seen || chance() < 0.2) return flush(tablet, chance() < 0.3);
    await this.#reverse(tablet, seen);
    if (chance() < 0.5) await flush(tablet, false);
  }

  async #reverse(tablet: Tablet, seen: ModelOrder): Promise<void> {
    const lines = [...seen.lines.values()].filter((one) => one.live);
    const goods = new Map(seen.moved);
    this.#count += 1;
    const reason = `why-${this.#count}`;
    const header = { timestamp: 1, source_type: 'seller', source: 's1', source_name: 'S' };
    const back = { destination_type: 'distributor', destination: seen.header, destination_name: 'D' };
    const payload: ReversePayload = {
      reason,
      expect_digest: sha256Hex(digestText(lines)),
      about: {
        receipt_id: seen._id,
        ref: seen._id,
        goods: {
          header: { ...header, ...back },
          lines: [...goods].map(([product_id, quantity]) => ({
            ...{ product_id, name: product_id, case_count: 12, quantity, quantity_accepted: null, amount: quantity },
          })),
        },
      },
    };
    try {
      await tablet.outbox.reverse(payload);
    } catch (error) {
      if (!(error instanceof TransferLocked)) throw error;
      return;
    }
    const { user_id: user } = tablet.owner;
    // The new reversal replaces a refused one.
    for (const save of this.#saves)
      if (save.tablet === tablet && save.user === user && save.receipt === seen.client_id) save.loose = true;
    this.#saves.push({ tablet, user, receipt: seen.client_id, reason, goods, loose: false, copied: false });
    const here = reversalsOf(await tablet.store.read((tx) => tx.ops()), seen._id);
    if (here.length > 1 && !here.some((op) => op.copied))
      this.#world.found(`two reversals of ${seen._id} wait on ${tablet.name}`);
  }

  /** A person who may approve decides a waiting reversal. */
  desk(): void {
    const order = this.#pick(this.#orders.filter((one) => one.reversal?.status === 'asked'));
    if (!order?.reversal) return;
    if (this.#world.chance() < 0.6) {
      order.reversal = { ...order.reversal, status: 'done', back: new Map(order.moved) };
      order.tookBack += 1;
      return;
    }
    for (const save of this.#saves) if (save.reason === order.reversal.reason) save.loose = true;
    order.reversal = null;
    this.#turnedDown.add(order);
  }

  copied(ops: readonly Op[]): void {
    for (const op of ops.filter(isReversal)) for (const save of this.#of(op)) save.copied = true;
  }

  #of({ payload }: Op<'reverse'>): SavedReversal[] {
    return this.#saves.filter(({ reason }) => reason === payload.reason);
  }

  /** The person settles a refusal: tries again, or gives the reversal up. */
  async settle(tablet: Tablet, op: Op<'reverse'>, mine: boolean): Promise<void> {
    const { server, flush, bounded } = this.#world;
    await this.#mustBeRefused(tablet, op);
    if (op.state === 'attention' && mine) {
      server.short = false;
      await tablet.outbox.retry(op.seq);
      await flush(tablet, true);
      // A person who gets no answer to a second try may give the reversal up.
      const now = await tablet.store.read((tx) => tx.op(op.seq));
      if (now && isReversal(now) && now.state === 'queued') await this.settle(tablet, now, false);
      return;
    }
    const outcome = await bounded(tablet.outbox.discard(op.seq));
    if (outcome !== 'was_done') for (const save of this.#of(op)) save.loose = true;
  }

  /** A refusal needs a reason: the server has another reversal, or cannot do this one. */
  async #mustBeRefused(tablet: Tablet, op: Op<'reverse'>): Promise<void> {
    const { server, found } = this.#world;
    const refusal = refusalOfOp(op);
    if (!refusal || op.copied) return;
    const { code, data } = refusal;
    const [save] = this.#of(op);
    const order = this.#orders.find((one) => one.client_id === save?.receipt);
    if (server.restores === 0 && order?.reversal?.reason === op.payload.reason && code < 500)
      found(`needs a person although the server took it: ${op.type} ${op.key}: ${refusal.message}`);
    const error = (data as { error?: string } | null)?.error;
    // Another reversal waited for approval when this one was sent, and may have been refused since.
    const stood = order && (order.reversal || this.#turnedDown.has(order));
    if (server.restores === 0 && error === 'already_reversed' && !stood)
      found(`refused for a reversal that is not there: ${op.key}`);
    if (code !== 404 || !save) return;
    // The same person made the receipt on this tablet, so the receipt is made again before its reversal.
    const [ops, past] = await tablet.store.read(async (tx) => [await tx.ops(), await tx.pastSince(0)] as const);
    const own = [...ops, ...past.filter((one) => one.op.state === 'done').map((one) => one.op)].filter(
      ({ type, user_id, copied }) => type === 'create' && user_id === op.user_id && !copied,
    );
    const isOwn = own.some(({ transfer, seq }) => transfer === `local-${save.receipt}` && seq < op.seq);
    if (isOwn) found(`its own receipt was not made again before it: ${op.key}`);
  }

  check(): void {
    const { found } = this.#world;
    for (const order of this.#orders) {
      const { reversal, tookBack, _id, moved } = order;
      if (tookBack > 1) found(`reversed ${tookBack} times: ${_id}`);
      if (tookBack > (reversal?.status === 'done' ? 1 : 0)) found(`goods went back without a reversal: ${_id}`);
      if (!reversal) continue;
      const save = this.#saves.find(({ reason }) => reason === reversal.reason);
      if (!save) found(`phantom: ${_id} was reversed for ${reversal.reason}`);
      if (order.tag !== 'receipt' || !moved) found(`reversed before it was completed: ${_id}`);
      if (reversal.status === 'done' && save && !sameMap(reversal.back ?? new Map(), save.goods))
        found(`went back: ${show(reversal.back ?? new Map())}, the screen showed ${show(save.goods)}`);
      if (save && save.user !== reversal.user) found(`reversed in the name of ${reversal.user}: ${_id}`);
    }
    for (const { receipt, reason, loose, copied } of this.#saves) {
      if (loose || copied) continue;
      const order = this.#orders.find((one) => one.client_id === receipt);
      if (order?.reversal?.reason !== reason) found(`lost: the reversal ${reason} of ${receipt}`);
    }
  }
}
