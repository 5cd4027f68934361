/** Plays tablets and desks against a site: officers receive shipments line by line, desks read lists. */
import { setTimeout as pause } from 'node:timers/promises';
import { environmentOf, type LoadCall, type LoadClient, loadClient, signInForLoad } from './loadClient.ts';
import { type LoadRow, loadRows } from './loadFigures.ts';

export interface LoadPlan {
  /** Without a slash at its end. */
  readonly url: string;
  readonly tablets: number;
  readonly desks: number;
  readonly seconds: number;
  /** Between two calls of one person, in seconds. */
  readonly pace: number;
  /** Such as `officer1@example.test:officer1-Passw0rd`. */
  readonly officer: string;
  readonly desk: string;
  /** Whether the site may be in production. Nothing is written there. */
  readonly production: boolean;
  /** How many rounds each plays at most. */
  readonly rounds?: number;
}

export interface LoadReport {
  readonly environment: string;
  readonly writes: boolean;
  readonly rows: readonly LoadRow[];
  /** Calls that were refused because one account sends too many. */
  readonly tooMany: number;
}

const LINES = 12;
const PAGE = { page: 1, per_page: 30 };

interface Goods {
  readonly distributor: string;
  readonly hub: string;
  readonly products: readonly string[];
}

/** One round of a person; `step` waits between two calls and returns whether the run continues. */
type Round = (client: LoadClient, step: () => Promise<boolean>, turn: number) => Promise<void>;

/** Throws an Error with a sentence for people. */
export async function runLoad(plan: LoadPlan): Promise<LoadReport> {
  const calls: LoadCall[] = [];
  const note = (call: LoadCall) => void calls.push(call);
  const tokens = {
    officer: await signInForLoad(plan.url, plan.officer),
    desk: await signInForLoad(plan.url, plan.desk),
  };
  const environment = await environmentOf(plan.url, tokens.desk);
  const isTrial = ['demo', 'development', 'staging', 'test'].includes(environment);
  if (!isTrial && !plan.production)
    throw new Error(
      `${plan.url} is in production: people work there. With --production it is asked all the same; nothing is written then.`,
    );
  const goods = await readGoods(loadClient(plan.url, tokens.desk, () => undefined));
  const tabletRound = isTrial ? receive(goods) : lookUp;
  const began = performance.now();
  const until = began + plan.seconds * 1_000;
  const play = async (token: string, round: Round, at: number) => {
    const client = loadClient(plan.url, token, note);
    // All begin at another moment of their pace, as people do.
    await pause((plan.pace * 1_000 * (at % 10)) / 10);
    const step = async () => {
      if (plan.pace > 0) await pause(plan.pace * 1_000);
      return performance.now() < until;
    };
    for (let turn = 0; turn < (plan.rounds ?? Number.POSITIVE_INFINITY) && performance.now() < until; turn += 1)
      await round(client, step, at * 1_000 + turn);
  };
  await Promise.all([
    ...Array.from({ length: plan.tablets }, (_, at) => play(tokens.officer, tabletRound, at)),
    ...Array.from({ length: plan.desks }, (_, at) => play(tokens.desk, browse, at)),
  ]);
  const seconds = (performance.now() - began) / 1_000;
  return {
    environment,
    writes: isTrial && plan.tablets > 0,
    rows: loadRows(calls, seconds),
    tooMany: calls.filter(({ code }) => code === 429).length,
  };
}

const idsOf = (data: unknown): string[] => {
  const rows: unknown = Array.isArray(data) ? data : (data as { rows?: unknown } | null)?.rows;
  return Array.isArray(rows) ? rows.map((row: { _id?: unknown }) => String(row._id)) : [];
};

async function readGoods(client: LoadClient): Promise<Goods> {
  const [distributor = ''] = idsOf(await client.get('distributor/read_all', { ...PAGE, status: 'active' }));
  const [hub = ''] = idsOf(await client.get('seller/read_all', { ...PAGE, status: 'active' }));
  const products = idsOf(await client.get('product/read_all', { ...PAGE, status: 'active' }));
  if (!distributor || !hub || products.length === 0)
    throw new Error('The site has no distributor, no hub or no product: nothing can be received there.');
  return { distributor, hub, products };
}

/** An officer receives a shipment: announces it, saves each line, confirms it. */
const receive =
  ({ distributor, hub, products }: Goods): Round =>
  async (client, step, turn) => {
    const head = {
      ref: '*',
      timestamp: Math.floor(Date.now() / 1_000),
      tag: 'purchase_order',
      meta: '{}',
      amount: '0',
    };
    const order = await client.post('purchase_order/create', {
      ...head,
      ...{ source_type: 'distributor', source: distributor, destination_type: 'seller', destination: hub },
    });
    if (typeof order !== 'string') return void (await step());
    for (let line = 0; line < Math.min(LINES, products.length); line += 1) {
      if (!(await step())) return;
      const quantity = 1 + ((turn + line) % 40);
      await client.post('purchase_order_item/upsert', {
        ...{ purchase_order_id: order, product_id: products[(turn + line) % products.length] },
        ...{ quantity, quantity_accepted: quantity, amount: '1200.00' },
      });
    }
    if (await step()) await client.post('purchase_order/execute', { _id: order, commit: true, error_on_empty: true });
    await step();
  };

/** The reads of an officer while nothing may be written. */
const lookUp: Round = async (client, step) => {
  await client.get('purchase_order/read_all', PAGE);
  await step();
  await client.get('product/read_all', PAGE);
  await step();
};

/** Staff at a desk: lists, a search, the home. */
const browse: Round = async (client, step, turn) => {
  const reads: [string, Record<string, unknown>][] = [
    ['purchase_order/read_all', { ...PAGE, page: 1 + (turn % 3) }],
    ['order_group/read_all', PAGE],
    ['product/read_all', { ...PAGE, search: 'milk' }],
    ['buyer/read_all', { ...PAGE, search: 'shop' }],
  ];
  for (const [path, fields] of reads) {
    await client.get(path, fields);
    if (!(await step())) return;
  }
};
