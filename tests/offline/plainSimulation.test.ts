/** Schedules of the queue at a server that knows only the documents: at most one effect for each press wherever a read can tell, everything else shown. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { simulatePlain } from '../support/plainSimulation.ts';
import { PLANTED_PLAIN } from '../support/plantedPlain.ts';
import type { Finding } from '../support/simulationCheck.ts';

const SCHEDULES = Number(process.env.PLAIN_SCHEDULES ?? 800);
const FIRST = Number(process.env.PLAIN_FIRST ?? 10_000);
/** The schedule that catches each planted bug. `PLANTED=search` looks for the first one again. */
const KEPT: Readonly<Record<string, number>> = JSON.parse(
  readFileSync(new URL('plantedPlainSeeds.json', import.meta.url), 'utf8'),
);

test.each(PLANTED_PLAIN.map((mutant) => [mutant.name, mutant] as const))(
  'the checker catches: %s',
  { tags: ['PLAINQ-09'], timeout: 60_000 },
  async (name, mutant) => {
    const kept = KEPT[name];
    if (process.env.PLANTED !== 'search') {
      const findings = kept === undefined ? [] : await simulatePlain(kept, mutant);
      expect(findings.length, 'no kept seed catches this bug: PLANTED=search looks for one').toBeGreaterThan(0);
      return;
    }
    let seed = 1;
    while (seed <= 400 && (await simulatePlain(seed, mutant)).length === 0) seed += 1;
    if (seed !== kept) console.info(`keep in plantedPlainSeeds.json: ${JSON.stringify(name)}: ${seed}`);
    expect(seed, 'this bug went unnoticed in 400').toBeLessThanOrEqual(400);
  },
);

/** Schedules that were red once. */
const REGRESSIONS = [14_216, 15_346];

test('regression seeds at a server without keys', { tags: ['PLAINQ-08'] }, async () => {
  for (const seed of REGRESSIONS) expect(await simulatePlain(seed)).toEqual([]);
});

test(`${SCHEDULES} schedules at a server without keys: no finding`, {
  tags: ['PLAINQ-08', 'PLAINQ-09'],
  timeout: 60_000 + SCHEDULES * 40,
}, async () => {
  const findings: Finding[] = [];
  for (let seed = FIRST; seed < FIRST + SCHEDULES && findings.length === 0; seed += 1)
    findings.push(...(await simulatePlain(seed)));
  expect(findings).toEqual([]);
});
