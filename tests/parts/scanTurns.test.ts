/** Keys after a scan wait for that scan, and the characters of the next code are no keys. */
import { describe, expect, test } from 'vitest';
import { MAYBE_CODE_MS, makeScanTurns } from '../../src/features/stock/transfer/typing/scanTurns.ts';

const nothing = () => undefined;

/** A desk whose scans take `takes` ms. `seen`: what happened, in order. */
function desk(takes: number) {
  let now = 0;
  const timers: { at: number; run: () => void }[] = [];
  const after = (ms: number, run: () => void) => void timers.push({ at: now + ms, run });
  const turns = makeScanTurns(after);
  const seen: string[] = [];
  const settle = async () => {
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  };
  /** Time passes. */
  const until = async (at: number) => {
    for (;;) {
      const next = timers.filter((one) => one.at <= at).toSorted((a, b) => a.at - b.at)[0];
      if (!next) break;
      timers.splice(timers.indexOf(next), 1);
      now = next.at;
      next.run();
      await settle();
    }
    now = at;
  };
  const key = (digit: string) => {
    if (!turns.key(() => seen.push(digit), true)) seen.push(digit);
  };
  return {
    turns,
    seen,
    until,
    /** A digit that a person types: the wedge takes it for the beginning of a code. */
    type(digit: string) {
      turns.codeMayBegin(nothing);
      key(digit);
    },
    press(digit: string) {
      if (!turns.key(() => seen.push(digit), false)) seen.push(digit);
    },
    scan(code: string, scanTakes = takes) {
      for (const [at, one] of [...code].entries()) {
        if (at === 0) turns.codeMayBegin(nothing);
        // Characters that do not wait are in a field, and the field is put back.
        turns.key(() => seen.push(one), true);
      }
      turns.codeWasRead();
      turns.scan(() => {
        seen.push(`begin ${code}`);
        return new Promise<void>((done) => after(scanTakes, done)).then(() => void seen.push(code));
      });
    },
  };
}

describe('the turns of scans', () => {
  test('a digit while a scan is counted waits for it, and the next code is not taken for digits', {
    tags: ['UI-28'],
  }, async () => {
    const { seen, until, type, scan, turns } = desk(400);
    scan('111');
    expect(turns.isBusy()).toBe(true);
    await until(200);
    type('4');
    expect(seen).toEqual(['begin 111']);
    await until(370);
    scan('222');
    await until(399);
    expect(seen).toEqual(['begin 111']);
    await until(1_000);
    expect(seen).toEqual(['begin 111', '111', '4', 'begin 222', '222']);
    expect(turns.isBusy()).toBe(false);
  });

  test('a digit that may begin a code waits until that is known, also after its scan was counted', async () => {
    const { seen, until, type } = await busyUntil(50);
    await until(40);
    type('7');
    await until(60);
    expect(seen).toEqual(['begin 111', '111']);
    await until(40 + MAYBE_CODE_MS);
    expect(seen).toEqual(['begin 111', '111', '7']);
  });

  test('a waiting key counts as typed as soon as another character may begin a code', async () => {
    const { seen, until, turns } = desk(10);
    for (const digit of '60') {
      turns.codeMayBegin(nothing);
      turns.key(() => seen.push(digit), true, true);
    }
    expect(seen).toEqual(['6']);
    turns.codeGoesOn(nothing);
    turns.key(() => seen.push('1'), true, true);
    expect(seen).toEqual(['6']);
    await until(2_000);
    expect(seen).toEqual(['6', '0', '1']);
  });

  test('keys of the pad, Backspace and Enter wait, and are never a part of a code', async () => {
    const { seen, until, press, scan, turns } = await busyUntil(50);
    press('1');
    turns.codeIsOver();
    press('Enter');
    scan('222', 10);
    expect(seen).toEqual(['begin 111']);
    await until(50);
    expect(seen).toEqual(['begin 111', '111', '1', 'Enter', 'begin 222']);
  });

  test('without a scan before it a key is done by the field', async () => {
    const { seen, until, scan, type, turns } = desk(10);
    type('3');
    expect(seen).toEqual(['3']);
    scan('111');
    await until(20);
    expect(turns.isBusy()).toBe(false);
    type('5');
    expect(seen).toEqual(['3', 'begin 111', '111', '5']);
  });

  test('a code that pauses while a scan is counted leaves no digit, also when the scan is counted in its pause', async () => {
    const { seen, until, turns } = await busyUntil(150);
    turns.codeMayBegin(nothing);
    for (const one of '222') turns.key(() => seen.push(one), true);
    await until(200);
    expect(seen).toEqual(['begin 111', '111']);
    turns.codeGoesOn(nothing);
    for (const one of '333') turns.key(() => seen.push(one), true);
    turns.codeWasRead();
    turns.scan(async () => void seen.push('222333'));
    await until(2_000);
    expect(seen).toEqual(['begin 111', '111', '222333']);
  });

  test('late characters of a code are no digits, although their arrival could not be expected', async () => {
    const { seen, until, turns } = await busyUntil(1_000);
    turns.codeMayBegin(nothing);
    turns.key(() => seen.push('2'), true);
    await until(500);
    turns.key(() => seen.push('2'), true);
    await until(700);
    turns.codeWasRead();
    turns.scan(async () => void seen.push('22'));
    await until(2_000);
    expect(seen).toEqual(['begin 111', '111', '22']);
  });

  test('the text of a field is remembered after the digits before a code, and before the digits of the code', async () => {
    const { seen, until, type, turns } = await busyUntil(1_000);
    await until(200);
    type('7');
    await until(400);
    turns.codeMayBegin(() => seen.push('look'));
    turns.key(() => seen.push('2'), true);
    expect(seen).toEqual(['begin 111']);
    await until(2_000);
    expect(seen).toEqual(['begin 111', '111', '7', 'look', '2']);
    // With nothing before it: at once.
    turns.codeMayBegin(() => seen.push('look'));
    turns.codeGoesOn(() => seen.push('look again'));
    expect(seen.slice(5)).toEqual(['look', 'look again']);
  });

  test('whatever the times are, each figure goes to its own scan', async () => {
    for (let takes = 0; takes < 1_200; takes += 37) {
      const { seen, until, type, scan } = desk(takes);
      let now = 0;
      for (const at of ['a', 'b', 'c', 'd', 'e']) {
        scan(at.repeat(6));
        now += 350;
        await until(now);
        type('1');
        now += 120;
        await until(now);
        type('2');
        now += 170;
        await until(now);
      }
      await until(now + 10_000);
      const figures = ['a', 'b', 'c', 'd', 'e'].flatMap((at) => [at.repeat(6), '1', '2']);
      expect(
        seen.filter((one) => !one.startsWith('begin')),
        `${takes} ms`,
      ).toEqual(figures);
    }
  });
});

async function busyUntil(takes: number) {
  const one = desk(takes);
  one.scan('111');
  return one;
}
