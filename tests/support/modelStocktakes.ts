/** The stocktakes of the model server: the calls `stocktake/open`, `count` and `finish`, and the acts of desks. */

export interface ModelFigure {
  user: string;
  product_id: string;
  place: string;
  round: number;
  quantity: number;
  /** The lots as they were sent. '' for none. */
  lots: string;
  /** Unique for each save of a simulated person, so it identifies the save. */
  counted_at: number;
  version: number;
}

export interface ModelStocktake {
  _id: string;
  warehouse: string;
  status: 'open' | 'posted';
  version: number;
  /** The client ids that opened the stocktake, each with its officer. */
  clients: Map<string, string>;
  /** The figures by {@link figureName}. */
  figures: Map<string, ModelFigure>;
  /** The round that is asked for, if it is not the first. `another`: a person asked for it, so somebody else must count. */
  rounds: Map<string, { round: number; another: boolean }>;
  /** The figures of a person at the end of the part, by the key of that change: the figure's name and its counted_at. */
  finished: Map<string, Map<string, number>>;
  /** The posted figures: the figure's name and its counted_at. */
  posted: Map<string, number> | null;
}

/** A bug that a server could have. It is planted, and the checker must find it. */
export type StocktakeBug =
  | 'a closed stocktake still takes counts'
  | 'a count without lots keeps the lots of the one before';

export interface StocktakeAnswer {
  code: number;
  error?: string;
  message: string;
  data: object;
}

export const figureName = (one: Pick<ModelFigure, 'user' | 'product_id' | 'place' | 'round'>): string =>
  `${one.user}|${one.product_id}|${one.place}|${one.round}`;

type Fields = Readonly<Record<string, unknown>>;

export class ModelStocktakes {
  all = new Map<string, ModelStocktake>();

  copy(): ModelStocktakes {
    const copy = new ModelStocktakes();
    for (const [id, one] of this.all)
      copy.all.set(id, {
        ...one,
        clients: new Map(one.clients),
        figures: new Map([...one.figures].map(([name, figure]) => [name, { ...figure }])),
        rounds: new Map(one.rounds),
        finished: new Map(one.finished),
      });
    return copy;
  }

  openIn(warehouse: string): ModelStocktake | undefined {
    return [...this.all.values()].find((one) => one.warehouse === warehouse && one.status === 'open');
  }

  /** Opens a stocktake or joins the open one. 'foreign': another officer has this client id. */
  open(fields: Fields, user: string, newId: () => string): StocktakeAnswer | 'foreign' {
    const [warehouse, client] = [String(fields.warehouse_id), String(fields.client_id)];
    const known = [...this.all.values()].find((one) => one.clients.has(client));
    if (known && known.clients.get(client) !== user) return 'foreign';
    if (known) return ok({ _id: known._id, ref: known._id, version: known.version, joined: true });
    const there = this.openIn(warehouse);
    const one = there ?? fresh(newId(), warehouse);
    this.all.set(one._id, one);
    one.clients.set(client, user);
    one.version += there ? 1 : 0;
    return ok({ _id: one._id, ref: one._id, version: one.version, joined: there !== undefined });
  }

  /** `restored`: a backup was restored, so a lost change may have asked for the later round. */
  count(fields: Fields, user: string, { restored, bug }: { restored: boolean; bug: string | null }): StocktakeAnswer {
    const one = this.all.get(String(fields.stocktake_id));
    if (!one) return refused(404, 'not_found', 'Stocktake not found');
    if (one.status !== 'open' && bug !== 'a closed stocktake still takes counts') return closed(one);
    const [product_id, round] = [String(fields.product_id), Number(fields.round)];
    const current = one.rounds.get(product_id) ?? { round: 1, another: false };
    if (round > current.round && !restored) return refused(422, 'invalid', 'This count is not asked for.');
    const figures = [...one.figures.values()].filter((figure) => figure.product_id === product_id);
    const before = figures.some((figure) => figure.user === user && figure.round === round - 1);
    if (current.another && round === current.round && before)
      return refused(422, 'invalid', 'Somebody else must count it again, because you counted it before.');
    const place = String(fields.place);
    const name = figureName({ user, product_id, place, round });
    const there = one.figures.get(name);
    const quantity = Number(fields.quantity);
    const version = (there?.version ?? 0) + 1;
    one.version += 1;
    const kept = bug === 'a count without lots keeps the lots of the one before' ? there?.lots : undefined;
    const lots = String(fields.lots ?? '') || (kept ?? '');
    one.figures.set(name, {
      ...{ user, product_id, place, round, quantity, lots, counted_at: Number(fields.counted_at), version },
    });
    const differs = figures.some(
      (other) => other.user !== user && other.place === place && other.round === round && other.quantity !== quantity,
    );
    if (differs && round >= current.round) one.rounds.set(product_id, { round: round + 1, another: false });
    return ok({ _id: name, version, product_id, place, round, quantity, ...(lots === '' ? {} : { lots }) });
  }

  finish(fields: Fields, user: string, key: string): StocktakeAnswer {
    const one = this.all.get(String(fields.stocktake_id));
    if (!one) return refused(404, 'not_found', 'Stocktake not found');
    if (one.status !== 'open') return closed(one);
    const mine = [...one.figures].filter(([, figure]) => figure.user === user);
    one.finished.set(key, new Map(mine.map(([name, figure]) => [name, figure.counted_at])));
    one.version += 1;
    return ok({ _id: one._id, version: one.version, recounts: 0, open_parts: 0 });
  }

  /** A person with the right posts the present figures. */
  post(id: string): void {
    const one = this.all.get(id);
    if (one?.status !== 'open') return;
    one.status = 'posted';
    one.posted = new Map([...one.figures].map(([name, figure]) => [name, figure.counted_at]));
  }

  /** A person asks for another count of a product. */
  ask(id: string, product_id: string): void {
    const one = this.all.get(id);
    const counted = [...(one?.figures.values() ?? [])].filter((figure) => figure.product_id === product_id);
    if (one?.status !== 'open' || counted.length === 0) return;
    const last = counted.reduce((round, figure) => Math.max(round, figure.round), 0);
    if (last < 20) one.rounds.set(product_id, { round: last + 1, another: true });
  }
}

const fresh = (_id: string, warehouse: string): ModelStocktake => ({
  _id,
  warehouse,
  status: 'open',
  version: 1,
  clients: new Map(),
  figures: new Map(),
  rounds: new Map(),
  finished: new Map(),
  posted: null,
});

const ok = (data: object): StocktakeAnswer => ({ code: 200, message: 'OK', data });
const refused = (code: number, error: string, message: string, data: object = {}): StocktakeAnswer => ({
  code,
  error,
  message,
  data,
});
const closed = ({ status }: ModelStocktake): StocktakeAnswer =>
  refused(409, 'stocktake_closed', 'This stocktake was posted by Fola. This count was not used.', {
    status,
    closed_at: 1,
    closed_by: { _id: 'fola', name: 'Fola' },
  });
