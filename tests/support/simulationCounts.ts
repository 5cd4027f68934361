/**
 * The stocktakes of a schedule. Officers open them without a server, count, recount and finish their part, while others ask for recounts and post. This
 * module stores what each person was told is saved, and compares it with the server at the end.
 */
import { countView } from '#offline/outbox/countOverlay.ts';
import { laneOf, stocktakeHere } from '#offline/outbox/lanes.ts';
import { type CountPayload, LIVE, type Op, refusalOfOp } from '#offline/outbox/op.ts';
import { TransferLocked } from '#offline/outbox/transferLocked.ts';
import { figureName, type ModelStocktake } from './modelStocktakes.ts';
import type { Tablet } from './simulationCheck.ts';
import type { SimulatedLots } from './simulationLots.ts';
import type { SimulatedServer } from './simulationPlace.ts';

/** One save of a person. `at`: its counted_at, which is unique. */
interface SavedCount {
  tablet: Tablet;
  user: string;
  /** The id of the stocktake that the screen used. */
  stocktake: string;
  count: CountPayload;
  at: number;
  key: string;
  /** The person gave the count up, or discarding it was cut short. */
  loose: boolean;
  /** The count was exported in a file. */
  copied: boolean;
}

interface Finished {
  tablet: Tablet;
  user: string;
  stocktake: string;
  key: string;
  /** The counts before the press, as far as the tablet knew that they belong to the same stocktake. */
  before: ReadonlyMap<string, SavedCount>;
  /** The `at` of the newest save before the press. */
  at: number;
  loose: boolean;
}

/** A stocktake in which a person counts, as the screen knows it. */
interface Session {
  stocktake: string;
  /** The rounds that the last read of the server asked for. */
  rounds: Map<string, number>;
}

interface World {
  chance: () => number;
  server: SimulatedServer;
  products: readonly string[];
  found: (what: string) => void;
  flush: (tablet: Tablet, forced: boolean) => Promise<void>;
  bounded: <T>(work: Promise<T>) => Promise<T | undefined>;
  /** Null: nobody counts by lot. */
  lots: SimulatedLots | null;
  /** Whether people undo first counts. `tried`: also sent or tried ones, which is a planted bug. */
  takesBack: TakesBack;
}

export type TakesBack = 'never' | 'unsent' | 'tried';

const WAREHOUSES = ['w1', 'w1', 'w1', 'w2'];

export class SimulatedCounts {
  readonly #world: World;
  readonly #saves: SavedCount[] = [];
  readonly #finished: Finished[] = [];
  readonly #sessions = new Map<string, Session>();
  #at = 1_800_000_000;

  constructor(world: World) {
    this.#world = world;
  }

  #pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.#world.chance() * from.length)] as T;
  }

  get #stocktakes(): ModelStocktake[] {
    return [...(this.#world.server.state.stocktakes?.all.values() ?? [])];
  }

  /** One act of the person at this tablet. */
  async act(tablet: Tablet): Promise<void> {
    const name = `${tablet.name} ${tablet.owner.user_id}`;
    try {
      await this.#step(tablet, name, this.#sessions.get(name));
    } catch (error) {
      // The opening was discarded, so the person leaves the screen.
      if (!(error instanceof TransferLocked)) throw error;
      this.#sessions.delete(name);
    }
  }

  async #step(tablet: Tablet, name: string, session: Session | undefined): Promise<void> {
    const { chance, flush } = this.#world;
    const dice = chance();
    if (!session || dice < 0.08) {
      this.#sessions.set(name, { stocktake: await this.#begin(tablet), rounds: new Map() });
      if (chance() < 0.5) await this.#count(tablet, this.#sessions.get(name) as Session);
    } else if (dice < 0.68) await this.#count(tablet, session);
    else if (dice < 0.78) await this.#finish(tablet, session);
    else if (dice < 0.88 && !tablet.offline) await this.#look(tablet, name, session);
    else await flush(tablet, chance() < 0.3);
  }

  /** Opens a stocktake, or continues one of the server's list. */
  async #begin(tablet: Tablet): Promise<string> {
    const warehouse_id = this.#pick(WAREHOUSES);
    const there = this.#stocktakes.find((one) => one.warehouse === warehouse_id && one.status === 'open');
    if (there && !tablet.offline && this.#world.chance() < 0.4) return there._id;
    const scope = this.#pick(['all', 'moved'] as const);
    const about = { warehouse_name: warehouse_id, scope_name: scope };
    const payload = { warehouse_id, scope, scope_id: null, product_ids: [], blind: true, note: '', about };
    return (await tablet.outbox.openStocktake(payload)).stocktake;
  }

  async #count(tablet: Tablet, { stocktake, rounds }: Session): Promise<void> {
    const { chance, products, lots } = this.#world;
    const product_id = this.#pick(products);
    this.#at += 1;
    const count: CountPayload = {
      product_id,
      // Each tablet has its own places. If two tablets of one person count the same place, the last one wins, which is not a matter of the queue.
      place: `${tablet.name}-${this.#pick(['a', 'b'])}`,
      round: rounds.get(product_id) ?? 1,
      quantity: Math.floor(chance() * 50),
      counted_at: this.#at,
      about: { name: product_id, case_count: 12, warehouse_name: '' },
    };
    // A tablet of an earlier release sends no lots.
    if (lots) count.lots = lots.ofCount(count.quantity);
    const key = await tablet.outbox.saveCount(stocktake, count);
    const { user_id: user } = tablet.owner;
    const save = { tablet, user, stocktake, count, at: this.#at, key, loose: false, copied: false };
    this.#saves.push(save);
    if (this.#world.takesBack !== 'never' && chance() < 0.3) await this.#takeBack(save);
  }

  /**
   * Undoes the first figure of a product, at once or after a part of the queue was sent. If the outbox says that the figure is gone, the server must never
   * have it. `#checkSenders` then knows no save with this figure.
   */
  async #takeBack(save: SavedCount): Promise<void> {
    const { chance, flush, takesBack } = this.#world;
    const { tablet, user, stocktake, key } = save;
    const earlier = await this.#savedIn(tablet, user, stocktake);
    if (earlier.get(nameOf(save)) !== save || this.#isSecond(save)) return;
    if (chance() < 0.5) await flush(tablet, chance() < 0.5);
    const gone = await tablet.outbox.takeBackCount(stocktake, key);
    if (!gone && takesBack !== 'tried') return;
    this.#saves.splice(this.#saves.indexOf(save), 1);
  }

  /** Whether this person saved the same figure before, under any id of a stocktake. */
  #isSecond(save: SavedCount): boolean {
    return this.#saves.some((one) => one !== save && one.user === save.user && nameOf(one) === nameOf(save));
  }

  async #finish(tablet: Tablet, { stocktake }: Session): Promise<void> {
    const { user_id: user } = tablet.owner;
    await this.#mustShow(tablet, user, stocktake);
    const key = await tablet.outbox.finishPart(stocktake);
    const before = await this.#savedIn(tablet, user, stocktake);
    // A second press while the change waits is the same change, which may have been exported in a file.
    const op = (await tablet.store.read((tx) => tx.ops())).find((one) => one.key === key);
    this.#finished.push({ tablet, user, stocktake, key, before, at: this.#at, loose: op?.copied === true });
  }

  /** The last save of each figure of this person in this stocktake, under any id that the tablet knows. */
  async #savedIn(tablet: Tablet, user: string, stocktake: string): Promise<Map<string, SavedCount>> {
    const last = new Map<string, SavedCount>();
    await tablet.store.read(async (tx) => {
      const lane = await laneOf(tx, stocktake, user);
      for (const save of this.#saves)
        if (save.tablet === tablet && save.user === user && (await laneOf(tx, save.stocktake, user)) === lane)
          last.set(nameOf(save), save);
    });
    return last;
  }

  /** Checks that the screen shows the last saved figures of this person. */
  async #mustShow(tablet: Tablet, user: string, stocktake: string): Promise<void> {
    const { ops, past, others } = await tablet.store.read(async (tx) => {
      const { lane, names } = await stocktakeHere(tx, stocktake, user);
      const all = await tx.pastSince(0);
      const isHere = ({ transfer }: Op) => transfer === lane || names.includes(transfer);
      const elsewhere = [...(await tx.ops()), ...all.map(({ op }) => op)].filter((op) => !isHere(op));
      return {
        ops: await tx.opsOf(lane),
        past: all.filter(({ op }) => isHere(op)),
        others: elsewhere.flatMap(savedAt),
      };
    });
    const view = countView(null, ops, past, { user_id: user, name: user });
    const last = await this.#savedIn(tablet, user, stocktake);
    for (const [name, { count, at, loose, copied }] of last) {
      // Counts after a further opening belong to another stocktake.
      if (loose || copied || others.includes(at)) continue;
      const line = view.lines.find((one) => one.product_id === count.product_id);
      const shown = line?.own.find((one) => one.place === count.place && one.round === count.round);
      if (shown && shown.counted_at === at && (shown.lots ?? '') !== (count.lots ?? ''))
        this.#world.found(`the count screen shows the lots ${shown.lots} for ${name}, saved was ${count.lots}`);
      if (shown && shown.counted_at >= at) continue;
      this.#world.found(`the count screen shows ${shown?.quantity} for ${name}, saved was ${count.quantity}`);
    }
  }

  /** The person reads the stocktake from the server, and may continue with the server's id. */
  async #look(tablet: Tablet, name: string, session: Session): Promise<void> {
    const { user_id: user } = tablet.owner;
    const one = await this.#onServer(tablet, user, session.stocktake);
    if (!one) return;
    if (one.status !== 'open') {
      this.#sessions.delete(name);
      return;
    }
    const rounds = new Map([...one.rounds].map(([product, { round }]) => [product, round]));
    this.#sessions.set(name, { stocktake: this.#world.chance() < 0.4 ? one._id : session.stocktake, rounds });
  }

  /** The server's stocktake for an id of this tablet. */
  async #onServer(tablet: Tablet, user: string, stocktake: string): Promise<ModelStocktake | undefined> {
    const lane = await tablet.store.read((tx) => laneOf(tx, stocktake, user));
    const client = lane.replace('local-', '');
    return this.#stocktakes.find((one) => one.clients.has(client)) ?? this.#stocktakes.find((one) => one._id === lane);
  }

  /** A person at a desk asks for a recount, or posts. */
  desk(): void {
    const { chance, server, products } = this.#world;
    const one = this.#pick(this.#stocktakes);
    if (!one) return;
    if (chance() < 0.3) server.state.stocktakes?.post(one._id);
    else server.state.stocktakes?.ask(one._id, this.#pick(products));
  }

  /** Notes that these changes were exported in a file. */
  copied(ops: readonly Op[]): void {
    const at = new Set(ops.flatMap(savedAt));
    for (const save of this.#saves) if (at.has(save.at)) save.copied = true;
    // The screen may know the stocktake by another id than the id of its lane.
    for (const one of this.#finished)
      if (ops.some((op) => op.key === one.key || op.transfer === one.stocktake)) one.loose = true;
  }

  /** A person settles a refused change of a stocktake: tries again, or gives the change up. */
  async settle(tablet: Tablet, op: Op, tries: boolean): Promise<void> {
    const { chance, flush, bounded, server, found } = this.#world;
    if (op.state === 'conflict') found(`a stocktake knows no conflict: ${op.type} ${op.key}`);
    if (server.restores === 0 && refusalOfOp(op)?.code === 404 && !this.#isCopied(op))
      found(`the server does not know what was opened: ${op.type} ${op.key}`);
    for (const one of this.#finished) if (one.key === op.key) one.loose = true;
    // A person who reads that the stocktake was posted does not try again for ever.
    if (tries && op.state === 'attention' && (refusalOfOp(op)?.code !== 409 || chance() < 0.3)) {
      await tablet.outbox.retry(op.seq);
      await flush(tablet, true);
      return;
    }
    const mine = await tablet.store.read((tx) => tx.opsOf(op.transfer));
    const gone = mine.filter((one) => LIVE.has(one.state) && one.user_id === op.user_id);
    const outcome = await bounded(tablet.outbox.discard(op.seq));
    if (outcome === 'was_done' || outcome === 'needs_connection') return;
    const release = op.type === 'open' ? gone : [op];
    const at = new Set(release.flatMap(savedAt));
    const keys = new Set(release.map((one) => one.key));
    for (const save of this.#saves) if (at.has(save.at)) save.loose = true;
    for (const one of this.#finished) if (keys.has(one.key)) one.loose = true;
  }

  #isCopied(op: Op): boolean {
    return op.copied === true || this.#saves.some((save) => save.copied && savedAt(op).includes(save.at));
  }

  /** Compares the server after a schedule with what people were told. */
  async check(): Promise<void> {
    const { found } = this.#world;
    const lastOf = new Map<string, SavedCount[]>();
    for (const save of this.#saves) {
      const lane = await save.tablet.store.read((tx) => laneOf(tx, save.stocktake, save.user));
      const group = `${save.tablet.name} ${save.user} ${lane} ${nameOf(save)}`;
      lastOf.set(group, [...(lastOf.get(group) ?? []), save]);
    }
    for (const [name, saves] of lastOf) this.#checkFigure(name, saves);
    for (const one of this.#finished) await this.#checkFinished(one);
    const posted = new Map<number, string>();
    for (const one of this.#stocktakes) {
      for (const [name, at] of one.posted ?? []) {
        if (posted.has(at)) found(`posted twice: ${name} in ${posted.get(at)} and in ${one._id}`);
        posted.set(at, one._id);
        if (one.figures.get(name)?.counted_at !== at) found(`${name} of ${one._id} changed after it was posted`);
      }
      if (one.posted && one.posted.size !== one.figures.size) found(`${one._id} was counted after it was posted`);
    }
    this.#checkSenders();
  }

  /** The last figure that a person saved is on the server, once. `saves`: all saves of one person for one product, place and round in one stocktake. */
  #checkFigure(name: string, saves: readonly SavedCount[]): void {
    const { found } = this.#world;
    const last = saves.at(-1) as SavedCount;
    // Discarded figures, and figures that a person decided about on two tablets, may be on the server or not.
    if (saves.some((save) => save.loose && save.at >= last.at)) return;
    const figures = this.#stocktakes.flatMap((one) => [...one.figures.values()]);
    const there = figures.filter((one) => saves.some((save) => save.at === one.counted_at));
    const kept = there.find((one) => one.counted_at === last.at);
    if (kept && kept.lots !== (last.count.lots ?? ''))
      found(`lots lost or changed: ${name} is ${kept.lots}, saved was ${last.count.lots}`);
    if (there.some((one) => one.counted_at === last.at && one.quantity === last.count.quantity)) {
      if (there.length > 1 && !last.copied && this.#stocktakes.length < 2)
        found(`counted twice: ${name} stands ${there.length} times`);
      return;
    }
    if (saves.some((save) => save.copied) && (there.length > 0 || saves.some((save) => save.loose))) return;
    // A copy of another figure of this person for this place came later from the other tablet.
    const copies = this.#saves.filter((save) => save.copied && nameOf(save) === nameOf(last));
    if (figures.some((one) => copies.some((save) => save.at === one.counted_at))) return;
    // This person counted the place again, by another id of the stocktake or after the next opening.
    const newer = this.#saves.filter((save) => save.at > last.at && nameOf(save) === nameOf(last));
    if (figures.some((one) => newer.some((save) => save.at === one.counted_at))) return;
    found(
      `lost or changed: ${name} is ${there.map((one) => one.quantity).join(' and ')}, saved was ${last.count.quantity}`,
    );
  }

  /** A part was finished after all earlier counts, and before later ones. */
  async #checkFinished({ tablet, user, stocktake, key, before, at, loose }: Finished): Promise<void> {
    const { found, server } = this.#world;
    const finished = this.#stocktakes.map((one) => one.finished.get(key)).find((one) => one !== undefined);
    if (!finished) {
      const isGone = (await this.#onServer(tablet, user, stocktake)) === undefined && server.restores > 0;
      if (!loose && !isGone && !(await wasReplaced(tablet, key))) found(`lost: the finished part ${key} of ${user}`);
      return;
    }
    if (loose) return;
    for (const [name, save] of before) {
      const counted = finished.get(name);
      if (counted === save.at || save.loose || save.copied) continue;
      // The count belongs to the stocktake that was posted before this one was opened.
      if (counted === undefined && this.#stocktakes.some((one) => one.figures.get(name)?.counted_at === save.at))
        continue;
      // A copy of another figure came from the other tablet meanwhile.
      if (this.#saves.some((one) => one.copied && one.at === counted && nameOf(one) === name)) continue;
      // The person had counted the place again before the press. The tablet did not know yet that the other id belongs to the same stocktake.
      const newer = this.#saves.find((one) => one.at === counted && one.tablet === tablet && nameOf(one) === name);
      if (newer && newer.at > save.at && newer.at <= at) continue;
      // Two ids of one stocktake may become known as one after the newer figure was sent. The older one is then not sent.
      if ((counted === undefined || counted > save.at) && (await wasOvertaken(tablet, save.at))) continue;
      found(`finished before its counts: ${name} was ${counted ?? 'not there'}, saved before was ${save.at}`);
    }
  }

  /** Each figure on the server belongs to the person who counted it. */
  #checkSenders(): void {
    const authors = new Map(this.#saves.map((save) => [save.at, save.user]));
    for (const one of this.#stocktakes)
      for (const { user, counted_at } of one.figures.values())
        if (authors.get(counted_at) !== user)
          this.#world.found(`a count of ${authors.get(counted_at)} stands in the name of ${user}`);
  }
}

const nameOf = ({ user, count }: SavedCount): string => figureName({ user, ...count });
const savedAt = (op: Op): number[] => (op.type === 'count' ? [(op as Op<'count'>).payload.counted_at] : []);

/** Every change with this figure was replaced by a newer one. */
const wasOvertaken = (tablet: Tablet, at: number): Promise<boolean> =>
  tablet.store.read(async (tx) => {
    const ops = [...(await tx.ops()), ...(await tx.pastSince(0)).map(({ op }) => op)];
    const found = ops.filter((op) => savedAt(op).includes(at));
    return found.length > 0 && found.every((op) => op.state === 'superseded');
  });

/** The key was replaced, because a person tried again or a stranger had used it. */
const wasReplaced = (tablet: Tablet, key: string): Promise<boolean> =>
  tablet.store.read(async (tx) => (await tx.past(key))?.op.state === 'superseded');
