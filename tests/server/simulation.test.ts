/**
 * The simulation of the queue (tests/offline/simulation.test.ts) against the real server over HTTP, with real backups and real restores.
 * `HTTP_SCHEDULES=2000` is the full figure of SYNC "How it is tested"; the engines share them. Each day plays the next ones; five days play twenty.
 */
import { expect, test } from 'vitest';
import { memoryStore } from '#offline/store/memoryStore.ts';
import { describeEachEngine, ENGINES } from '#tests/support/database.ts';
import { type HttpPlace, httpPlace } from '#tests/support/httpPlace.ts';
import { firstOfDay } from '#tests/support/shares.ts';
import { type Finding, type Mutant, simulate } from '#tests/support/simulation.ts';
import { brokenBooks } from '#tests/support/stockWorld.ts';

const SCHEDULES = Math.ceil(Number(process.env.HTTP_SCHEDULES ?? 4) / ENGINES.length);
const FIRST = Number(process.env.HTTP_FIRST ?? firstOfDay(80_000, SCHEDULES, 5));
/** Other seeds: their keys are known to the database afterwards. */
const PLANTED = 70_000;

/** The server never knows a removal or a confirmation again. */
const REKEYED: Mutant = {
  name: 'a new key for every retry of a removal or a confirmation',
  net: (net) => {
    let minted = 0;
    return {
      send(request) {
        minted += 1;
        return net.send(request.fields.op_key ? request : { ...request, key: `fresh-${minted}-${request.key}` });
      },
    };
  },
};

describeEachEngine('simulation over HTTP', (database) => {
  const play = async (place: HttpPlace, first: number, count: number, mutant: Mutant | null): Promise<Finding[]> => {
    for (let seed = first; seed < first + count; seed += 1) {
      await place.next();
      const findings = await simulate(seed, mutant, memoryStore, place);
      for (const what of await brokenBooks(database())) findings.push({ seed, what });
      if (findings.length > 0) return findings;
    }
    return [];
  };

  test(`the checker catches: ${REKEYED.name}`, async () => {
    const place = await httpPlace(database());
    try {
      expect(await play(place, PLANTED, 60, REKEYED), 'this bug went unnoticed').not.toEqual([]);
    } finally {
      await place.close();
    }
  }, 300_000);

  test(`${SCHEDULES} schedules against the real server, with its real restores, from ${FIRST} on: no finding, the books balance`, {
    tags: [
      'SYNC-08',
      'SYNC-09',
      'SYNC-10',
      'SYNC-11',
      'SYNC-12',
      'SYNC-13',
      'SYNC-14',
      'SYNC-15',
      'SYNC-16',
      'SYNC-17',
      'SYNC-18',
      'SYNC-19',
      'SYNC-20',
      'SYNC-21',
      'SYNC-22',
      'SYNC-23',
      'SYNC-24',
      'SYNC-35',
    ],
    timeout: 120_000 + SCHEDULES * 10_000,
  }, async () => {
    const place = await httpPlace(database());
    try {
      expect(await play(place, FIRST, SCHEDULES, null)).toEqual([]);
    } finally {
      await place.close();
    }
  });
});
