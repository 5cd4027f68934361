/**
 * Goals 1 to 18 in Chromium: five rounds of our app, the floor and single parts, in turn; a table, also in .cache/bench.json. BENCH_PRODUCTS says how many products (10,000), ROUNDS how many
 * rounds (5).
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
// @ts-expect-error plain JavaScript of our tools
import { serverArgs } from '../../src/tools/bootstrap.mjs';
// @ts-expect-error plain JavaScript of our tools
import { ensureBuilt } from '../../src/tools/build.mjs';
// @ts-expect-error plain JavaScript of our tools
import { firstLoad, installedBytes } from '../../src/tools/size.mjs';
import { buildFloor, buildParts, FLOOR, PARTS, ROOT, wireBytes } from './browser/build.ts';
import { floorRound } from './browser/floor.ts';
import { oursRound } from './browser/ours.ts';
import { singleRound } from './browser/single.ts';
import { goalsOf, lines, markdown, note, type Samples } from './browser/table.ts';
import { floorRows, openWorld, PRODUCTS } from './browser/world.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 5);
const say = (text: string) => process.stdout.write(`${text}\n`);

await ensureBuilt();
await buildFloor(floorRows());
await buildParts();
const ours: Samples = new Map();
const floor: Samples = new Map();
const kilobytes = (bytes: number) => bytes / 1_000;
const sum = (sizes: Map<string, number>) => [...sizes.values()].reduce((all, size) => all + size, 0);
note(ours, '3', kilobytes(sum(firstLoad() as Map<string, number>)));
note(floor, '3', kilobytes(sum(firstLoad(FLOOR) as Map<string, number>)));
note(ours, '4', kilobytes(installedBytes() as number));
note(
  floor,
  '4',
  kilobytes(
    wireBytes(
      FLOOR,
      ['index.html', 'sw.js', ...(firstLoad(FLOOR) as Map<string, number>).keys()].map((name) =>
        name.endsWith('.js') && name !== 'sw.js' ? `assets/${name}` : name,
      ),
    ),
  ),
);

const world = await openWorld(FLOOR, PARTS);
try {
  for (let round = 1; round <= ROUNDS; round += 1) {
    say(`round ${round} of ${ROUNDS}, load ${loadavg()[0]?.toFixed(1)}`);
    // Whoever comes first in one round comes second in the next.
    const order = [() => oursRound(world.ours, ours), () => floorRound(world.floor, floor)];
    for (const phase of round % 2 === 1 ? order : order.reverse()) await phase();
    await singleRound(world.parts, ours, floor);
  }
} finally {
  await world.close();
}
flush();

const table = lines(ours, floor, goalsOf(PRODUCTS.toLocaleString('en')));
const about = {
  at: new Date().toISOString(),
  cpus: cpus().length,
  cpu: cpus()[0]?.model ?? '',
  load: loadavg(),
  rounds: ROUNDS,
};
mkdirSync(join(ROOT, '.cache'), { recursive: true });
writeFileSync(
  join(ROOT, '.cache/bench.json'),
  JSON.stringify(
    { ...about, table, samples: { ours: Object.fromEntries(ours), floor: Object.fromEntries(floor) } },
    null,
    1,
  ),
);
say(
  `\n${about.at}, ${about.cpus} cores, ${ROUNDS} rounds, CPU slowed 4 times, slow link 400 ms and 1.6 Mbit/s\n\n${markdown(table)}`,
);

/** Goal 18 has a bench of its own, against both engines; the worse one counts. */
function flush(): void {
  const output = execFileSync(process.execPath, [...serverArgs, join(ROOT, 'tests/bench/queue.bench.ts')], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const seconds = [...output.matchAll(/: ([\d.]+) \([\d.-]+\) s \(goal/g)].map((found) => Number(found[1]));
  if (seconds.length > 0) note(ours, '18', Math.max(...seconds));
}
