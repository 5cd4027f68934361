/** The demo's story hangs on the day it is made: it has to be whole on each of them. */
import { describe, expect, it } from 'vitest';
import { ASSOCIATES } from '../../src/server/seed/demoPeople.ts';
import { turnsOf } from '../../src/server/seed/seedMovements.ts';
import { associateId } from '../../src/server/seed/seedTypes.ts';

const DAY = 86_400;
/** Sunday, 22 November 2026, 00:30 UTC. */
const SUNDAY = Date.UTC(2026, 10, 22, 0, 30) / 1_000;

describe('the demo, made on any day', () => {
  it.each(Array.from({ length: 31 }, (_, index) => index))(
    '%i days after a Sunday: no hub works on Sundays',
    (after) => {
      const now = SUNDAY + after * DAY;
      const sundays = [...turnsOf(now).keys()].filter(
        (daysAgo) => new Date((now - daysAgo * DAY) * 1_000).getUTCDay() === 0,
      );
      expect(sundays).toEqual([]);
    },
  );

  it.each(Array.from({ length: 31 }, (_, index) => index))(
    'LED-03 SO-11 %i days after a Sunday: every associate has fetched stock at least twice before that day',
    (after) => {
      const turns = [...turnsOf(SUNDAY + after * DAY)].flatMap(([daysAgo, day]) => (daysAgo > 0 ? day : []));
      const idle = ASSOCIATES.map((_, index) => associateId(index)).filter(
        (id) => turns.filter((turn) => turn.associate === id).length < 2,
      );
      expect(idle).toEqual([]);
    },
  );
});
