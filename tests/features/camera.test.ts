/** The camera pane: which part of the picture is read, and which scans it shows. */
import { describe, expect, test } from 'vitest';
import { partBehind } from '#features/stock/scan/aim.ts';
import { type SeenScan, withNewest } from '#features/stock/scan/lastScans.ts';

describe('the part of the picture behind the aim', () => {
  const AIM = { x: 100, y: 300, width: 200, height: 100 };

  test('does not exist while the video has no size', () => {
    expect(partBehind({ width: 0, height: 0 }, { width: 400, height: 800 }, AIM)).toBeNull();
    expect(partBehind({ width: 1_280, height: 720 }, { width: 0, height: 0 }, AIM)).toBeNull();
    expect(partBehind({ width: 1_280, height: 720 }, { width: 400, height: 800 }, { ...AIM, height: 0 })).toBeNull();
  });
  test('extends a quarter of the aim beyond each corner', () => {
    expect(partBehind({ width: 400, height: 800 }, { width: 400, height: 800 }, AIM)).toEqual({
      x: 50,
      y: 275,
      width: 300,
      height: 150,
    });
  });
  test('is computed in pixels of the video, which is cut at its sides in a tall pane', () => {
    // The pane of 400 x 800 shows a video of 1,600 x 1,600. Two pixels of the video are one of the pane, and 400 pixels of the video are cut on each side.
    expect(partBehind({ width: 1_600, height: 1_600 }, { width: 400, height: 800 }, AIM)).toEqual({
      x: 500,
      y: 550,
      width: 600,
      height: 300,
    });
  });
  test('ends at the edge of the pane', () => {
    expect(partBehind({ width: 400, height: 800 }, { width: 400, height: 800 }, { ...AIM, x: 20, width: 360 })).toEqual(
      {
        x: 0,
        y: 275,
        width: 400,
        height: 150,
      },
    );
  });
});

describe('the last scans', () => {
  const scan = (name: string, cases: number | null, code = '1'): SeenScan => ({ name, cases, code, at: 0 });
  const figures = (list: readonly SeenScan[]) => list.map((one) => `${one.name} ${one.cases}`);

  test('are at most three, the newest first', () => {
    const list = ['Milo', 'Peak', 'Maggi', 'Omo'].reduce<readonly SeenScan[]>(
      (before, name) => withNewest(before, scan(name, 1)),
      [],
    );
    expect(figures(list)).toEqual(['Omo 1', 'Maggi 1', 'Peak 1']);
  });
  test('show a product once, at the front with its new figure, whichever of its codes was scanned', () => {
    const list = [scan('Peak', 1, '4444'), scan('Milo', 3)];
    expect(figures(withNewest(list, scan('Milo', 4, '5555')))).toEqual(['Milo 4', 'Peak 1']);
  });
  test('show each unknown code separately', () => {
    const unknown = withNewest([scan('Unknown code', null, '4444')], scan('Unknown code', null, '5555'));
    expect(unknown.map((one) => one.code)).toEqual(['5555', '4444']);
    expect(withNewest(unknown, scan('Unknown code', null, '4444')).map((one) => one.code)).toEqual(['4444', '5555']);
  });
});
