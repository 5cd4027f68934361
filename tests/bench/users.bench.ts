/**
 * The browser as users have it: TLS, HTTP/2 and slow start on the slow line, screens that count when their data is painted, the first key at once, presses without a
 * resting pointer, the memory of the page's whole process. BENCH_PRODUCTS says how many products (10,000), ROUNDS how many rounds (3). A table, also in
 * .cache/users.json.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
// @ts-expect-error plain JavaScript of our tools
import { ensureBuilt } from '../../src/tools/build.mjs';
import { buildFloor, FLOOR, PARTS, ROOT } from './browser/build.ts';
import { lines, markdown, type Samples, users } from './browser/table.ts';
import { usersFloor, usersRound } from './browser/users.ts';
import { floorRows, openWorld, PRODUCTS } from './browser/world.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 3);
const say = (text: string) => process.stdout.write(`${text}\n`);

await ensureBuilt();
await buildFloor(floorRows());
const ours: Samples = new Map();
const floor: Samples = new Map();
const world = await openWorld(FLOOR, PARTS, true);
try {
  for (let round = 1; round <= ROUNDS; round += 1) {
    say(`round ${round} of ${ROUNDS}, load ${loadavg()[0]?.toFixed(1)}`);
    // Whoever comes first in one round comes second in the next.
    const order = [() => usersRound(world, ours), () => usersFloor(world.floor, floor)];
    for (const phase of round % 2 === 1 ? order : order.reverse()) await phase();
  }
} finally {
  await world.close();
}
const table = lines(ours, floor, users(PRODUCTS.toLocaleString('en')));
const about = {
  at: new Date().toISOString(),
  cpus: cpus().length,
  load: loadavg(),
  rounds: ROUNDS,
  products: PRODUCTS,
};
mkdirSync(join(ROOT, '.cache'), { recursive: true });
const samples = { ours: Object.fromEntries(ours), floor: Object.fromEntries(floor) };
writeFileSync(join(ROOT, '.cache/users.json'), JSON.stringify({ ...about, table, samples }, null, 1));
say(
  `\n${about.at}, ${about.cpus} cores, ${ROUNDS} rounds, ${PRODUCTS} products, CPU slowed 4 times, slow link 400 ms and 1.6 Mbit/s, TLS, HTTP/2, slow start\n\n${markdown(table)}`,
);
