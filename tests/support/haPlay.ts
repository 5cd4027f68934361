/** Four tablets and twenty desks work on a site of three nodes while faults happen, and a checker runs afterwards (decision 0762). */
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { drain } from '#offline/drain/drain.ts';
import { confirmationOf } from '#offline/outbox/confirmed.ts';
import type { TransferHeader } from '#offline/outbox/op.ts';
import { overlay } from '#offline/outbox/overlay.ts';
import { openDatabase } from '#server/db/open.ts';
import { readEpoch } from '#server/db/reads.ts';
import { type Chance, chance } from './chance.ts';
import { EPOCHS, FAULTS, type Fault } from './haFaults.ts';
import { wholeCluster } from './haNodes.ts';
import type { HaSite } from './haSite.ts';
import { askOver, signInOver } from './overHttp.ts';
import type { Data } from './server.ts';
import { brokenBooks } from './stockWorld.ts';
import { makeTablet, netAs } from './tablet.ts';

const TABLETS = ['officer1', 'officer2', 'officer1', 'officer2'];
const DESKS = 20;
const DESK_PACE_MS = 1_000;
/** The time in ms within which desks must get an answer again. */
const AGAIN_MS = 15_000;
/** The time in ms after which a desk's page gives up a read. */
const PATIENCE_MS = 8_000;

export interface Hurt {
  readonly fault: Fault;
  /** The longest time in ms for which a desk had no answer. 0: each read was answered. */
  readonly away: number;
}

export interface Played {
  readonly findings: string[];
  readonly hurts: Hurt[];
  readonly transfers: number;
  readonly lines: number;
  readonly reads: number;
}

interface Read {
  readonly desk: number;
  readonly began: number;
  readonly ended: number;
  readonly ok: boolean;
}

interface World {
  readonly site: HaSite;
  readonly distributor: Data;
  readonly hub: Data;
  readonly products: readonly Data[];
  readonly chance: Chance;
  readonly findings: string[];
  /** The lines of each transfer that was confirmed on a tablet, and when, by client_id. */
  readonly wanted: Map<string, { readonly lines: ReadonlyMap<string, number>; readonly at: string }>;
  working: boolean;
}

/** The time of day in UTC as the nodes write it. */
const clock = () => new Date().toISOString().slice(11, 23);

interface Place {
  readonly url: string;
  readonly directUrl: string;
}

/**
 * Plays the faults one after the other. `byClock`: a desk without an answer for over 15 s is a finding. A machine with other work does not judge times.
 * `planted`: a bug by which the store keeps its epoch for ever, which the checker must find where acknowledged work is lost.
 */
export async function playHa(
  site: HaSite,
  faults: readonly Fault[],
  { seed, byClock, planted = false }: { seed: number; byClock: boolean; planted?: boolean },
): Promise<Played> {
  const { token } = (await signInOver(site.url, 'admin')).data;
  const ask = async (path: string) => (await askOver(site.url, 'GET', path, {}, { token })).data;
  const world: World = {
    site,
    distributor: (await ask('distributor/read_all'))[0],
    hub: (await ask('seller/read_all'))[0],
    products: ((await ask('product/read_all')) as Data[]).filter((row) => row.status === 'active').slice(0, 40),
    chance: chance(seed),
    findings: [],
    wanted: new Map(),
    working: true,
  };
  const place = { url: site.pgbouncer.url('kasuwa'), directUrl: site.directUrl };
  if (planted) await plant(place);

  const reads: Read[] = [];
  const tokens = await Promise.all(
    TABLETS.map(async (user) => (await signInOver(site.url, user)).data.token as string),
  );
  const people = [
    ...TABLETS.map((user, at) => workOnTablet(world, user, tokens[at] ?? '', `tablet${at}`)),
    ...Array.from({ length: DESKS }, (_, desk) => workAtDesk(world, desk, token, reads)),
  ];
  const hurts: Hurt[] = [];
  let epoch = '';
  try {
    await wait(3_000);
    for (const fault of faults) {
      const before = await epochOf(place);
      const began = performance.now();
      process.stdout.write(`${clock()} ${fault} begins\n`);
      const look = await FAULTS[fault](site, world.chance);
      // If only some kills are played, the next one comes while the ended node is still starting.
      await wholeCluster(site, 180_000, byClock ? 3 : 2);
      await wait(3_000);
      await eachAnswered(reads);
      const away = longestAway(reads.filter((read) => read.ended >= began));
      hurts.push({ fault, away });
      process.stdout.write(
        `${clock()} ${fault}: desks ${away === 0 ? 'were always answered' : `answered again after ${(away / 1_000).toFixed(1)} s`}\n`,
      );
      if (look) world.findings.push(...(await look()).map((finding) => `${fault}: ${finding}`));
      epoch = await epochAfter(world, place, fault, before);
      // Where work is gone, servers begin anew, and the new epoch waits for a standby, which is being rewound.
      if (byClock && epoch === before && away > AGAIN_MS)
        world.findings.push(`${fault}: a desk had no answer for ${(away / 1_000).toFixed(1)} s`);
    }
  } finally {
    world.working = false;
  }
  await Promise.all(people);
  await check(world, place, epoch);
  const lines = [...world.wanted.values()].reduce((sum, { lines: own }) => sum + own.size, 0);
  return { findings: world.findings, hurts, transfers: world.wanted.size, lines, reads: reads.length };
}

async function epochOf(place: Place): Promise<string> {
  const database = await openDatabase(place);
  try {
    return await readEpoch(database.kysely);
  } finally {
    await database.close();
  }
}

/** The epoch after a fault, which is the same one or another as {@link EPOCHS} wants it. */
async function epochAfter({ findings }: World, place: Place, fault: Fault, before: string): Promise<string> {
  const wanted = EPOCHS[fault];
  let now = await epochOf(place);
  for (let tries = 0; wanted === 'other' && now === before && tries < 20; tries += 1) {
    await wait(500);
    now = await epochOf(place);
  }
  if (wanted === 'other' && now === before)
    findings.push(`${fault}: acknowledged work is gone, and the store kept its epoch`);
  if (!wanted && now !== before) findings.push(`${fault}: the store has another epoch`);
  return now;
}

/** The planted bug: no start gives the store another epoch. */
async function plant(place: Place): Promise<void> {
  const database = await openDatabase(place);
  try {
    await sql
      .raw(
        `create function keeps_epoch() returns trigger language plpgsql as 'begin new.epoch = old.epoch; return new; end';
         create trigger keeps_epoch before update on store for each row execute function keeps_epoch()`,
      )
      .execute(database.kysely);
  } finally {
    await database.close();
  }
}

/** Waits until each desk has an answer to a read that begins now, because the times of running reads are not counted yet. Gives up after a minute. */
async function eachAnswered(reads: readonly Read[]): Promise<void> {
  const now = performance.now();
  const isAnswered = (desk: number) => reads.some((read) => read.desk === desk && read.ok && read.began >= now);
  for (let tries = 0; tries < 300; tries += 1) {
    if (Array.from({ length: DESKS }, (_, desk) => desk).every(isAnswered)) return;
    await wait(200);
  }
}

/** The time from the start of a desk's first failed read until its next answered read. */
function longestAway(reads: readonly Read[]): number {
  let longest = 0;
  const since = new Map<number, number>();
  for (const { desk, began, ended, ok } of reads) {
    if (!ok) since.set(desk, since.get(desk) ?? began);
    const first = since.get(desk) ?? began;
    // A slow answer counts as waiting too.
    if (since.has(desk) || ended - began > PATIENCE_MS / 4) longest = Math.max(longest, ended - first);
    if (ok) since.delete(desk);
  }
  return longest;
}

const READS = ['purchase_order/read_all', 'product/read_all', 'order_group/read_all', 'warehouse/read_all'];

async function workAtDesk(world: World, desk: number, token: string, reads: Read[]): Promise<void> {
  for (let turn = desk; world.working; turn += 1) {
    const began = performance.now();
    const ok = await fetch(`${world.site.url}/api/${READS[turn % READS.length]}?page=1&per_page=20`, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
      .then(async (answer) => ((await answer.json()) as { code: number }).code === 200)
      .catch(() => false);
    reads.push({ desk, began, ended: performance.now(), ok });
    await wait(DESK_PACE_MS);
  }
}

/** Receives shipments line by line with the real queue. Sends after each line, whatever happens to the line to the server. */
async function workOnTablet(world: World, user: string, token: string, device: string): Promise<void> {
  const { site, chance: by, findings, wanted } = world;
  const line = netAs(token, (input, init) => fetch(`${site.url}${String(input)}`, init), device);
  const tablet = makeTablet(user, () => line);
  const flush = () => drain(tablet.ports, tablet.owner, { forced: true });
  const look = (transfer: string) =>
    tablet.ports.store.read(async (tx) => {
      const past = (await tx.pastSince(0)).filter((one) => one.op.transfer === transfer);
      return overlay(transfer, null, await tx.opsOf(transfer), null, past);
    });
  /** A tablet tries again by itself. An op that needs its officer counts as an error that was shown. */
  const stuck = async () => (await tablet.waiting()).find((op) => op.state === 'attention' || op.state === 'conflict');
  const tell = async () => {
    const op = await stuck();
    if (op) findings.push(`${device}: an error was shown for ${op.type}: ${op.last_error?.message}`);
    return op !== undefined;
  };
  while (world.working) {
    const transfer = await tablet.outbox.createTransfer(headOf(world));
    const lines = new Map<string, number>();
    for (const product of by.some(world.products).slice(0, 6)) {
      const quantity = 1 + by.below(40);
      await tablet.outbox.saveLine(
        transfer,
        {
          ...{ product_id: product._id, quantity, quantity_accepted: quantity, amount: `${quantity}.00` },
          ...{ reason: null, note: '', about: { name: product.name, case_count: product.case_count } },
        },
        { item_id: null, version: null },
      );
      lines.set(product._id, quantity);
      await flush();
      await wait(400);
    }
    await tablet.outbox.complete(transfer, confirmationOf(await look(transfer)));
    wanted.set(transfer.replace('local-', ''), { lines, at: clock() });
    await flush();
    if (await tell()) return;
    // While the site is away, officers continue, but nobody fills a tablet within a minute.
    while (world.working && (await tablet.waiting()).length > 60) {
      await wait(1_000);
      await flush();
    }
  }
  for (let tries = 0; (await tablet.waiting()).length > 0 && tries < 60; tries += 1) {
    await flush();
    if (await tell()) return;
    await wait(500);
  }
  const left = await tablet.waiting();
  if (left.length > 0) findings.push(`${device}: ${left.length} ops were not sent, the first is ${left[0]?.type}`);
}

const headOf = ({ distributor, hub }: World): TransferHeader => ({
  ...{ timestamp: Math.floor(Date.now() / 1_000), meta: '{}' },
  ...{ source_type: 'distributor', source: distributor._id, source_name: distributor.name },
  ...{ destination_type: 'seller', destination: hub._id, destination_name: hub.name },
});

/** Nothing lost, nothing twice, no half, and the same epoch as after the last fault. */
async function check(world: World, place: Place, epoch: string): Promise<void> {
  const { findings, wanted } = world;
  const database = await openDatabase(place);
  try {
    if ((await readEpoch(database.kysely)) !== epoch) findings.push('the store has another epoch');
    const orders = await database.kysely
      .selectFrom('purchase_order')
      .select(['_id', 'client_id', 'tag'])
      .where('client_id', 'in', [...wanted.keys()])
      .execute();
    const items = await database.kysely
      .selectFrom('purchase_order_item')
      .select(['purchase_order_id', 'product_id', 'quantity'])
      .where(
        'purchase_order_id',
        'in',
        orders.map(({ _id }) => _id),
      )
      .where('deleted_at', 'is', null)
      .execute();
    for (const [client, { lines, at }] of wanted) {
      const [order, ...more] = orders.filter(({ client_id }) => client_id === client);
      if (!order) findings.push(`lost: transfer ${client}, completed at ${at}`);
      if (more.length > 0) findings.push(`twice: transfer ${client}`);
      if (!order) continue;
      if (order.tag !== 'receipt') findings.push(`lost: the confirmation of ${client}`);
      const there = items
        .filter(({ purchase_order_id }) => purchase_order_id === order._id)
        .map(({ product_id, quantity }) => `${product_id} ${quantity}`);
      const mine = [...lines].map(([product, quantity]) => `${product} ${quantity}`);
      if (there.sort().join() !== mine.sort().join()) findings.push(`lost, twice or by half: the lines of ${client}`);
    }
    findings.push(...(await brokenBooks(database)));
  } finally {
    await database.close();
  }
}
