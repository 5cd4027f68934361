/** What `npm run prove` is asked, how it shares its work, and what it shows. */
import { describe, expect, test } from 'vitest';
// @ts-expect-error plain JavaScript of our tools
import { readArguments, shares, table } from '../../src/tools/prove.mjs';
// @ts-expect-error plain JavaScript of our tools
import { faultsOf } from '../../src/tools/proveCluster.mjs';
import { FAULTS } from '../support/haFaults.ts';

describe('prove', () => {
  test.each([['--only=unknown'], ['--only='], ['--soak=0'], ['--soak=x'], ['--scale=-1'], ['--fift'], ['5']])(
    '%s is refused, with the parts there are',
    (arg) => {
      expect(() => readArguments([arg])).toThrow(/is not known. Parts: .*soak/);
    },
  );
  test('everything in full, or a fifth, or some parts in the order they run', () => {
    expect(readArguments([])).toMatchObject({ scale: 1, soak: 60 });
    expect(readArguments(['--fifth', '--soak=5', '--only=soak,schedules'])).toEqual({
      scale: 0.2,
      soak: 5,
      only: ['schedules', 'soak'],
    });
  });
  test.each(['journeys', 'worker'])('%s is a part, as the decisions promise', (name) => {
    expect(readArguments([`--only=${name}`]).only).toEqual([name]);
    expect(readArguments([]).only).toContain(name);
  });
  test('no schedule is left out or played twice', () => {
    for (const [count, parts] of [
      [100_000, 2],
      [7, 4],
      [1, 4],
      [2_000, 3],
    ] as const) {
      const seeds = (shares(count, 500, parts) as { from: number; count: number }[]).flatMap((share) =>
        Array.from({ length: share.count }, (_, at) => share.from + at),
      );
      expect(seeds).toEqual(Array.from({ length: count }, (_, at) => 500 + at));
    }
  });
  test('each fault of the cluster at least once, in full as often as it says, in pieces for one site', () => {
    const full = (faultsOf(1) as string[][]).flat();
    expect(full.filter((one) => one.startsWith('primary, '))).toHaveLength(20);
    expect([...new Set(full)].sort()).toEqual(Object.keys(FAULTS).sort());
    expect(new Set((faultsOf(0.01) as string[][]).flat())).toEqual(new Set(full));
    expect(Math.max(...(faultsOf(1) as string[][]).map((piece) => piece.length))).toBeLessThan(8);
  });
  test('one table', () => {
    expect(table([['a', '1,000', 0, '5 s']])).toBe('what  how many  findings  time\na     1,000     0         5 s');
  });
});
