/** Which files `npm test` runs on one engine alone (tests/oneEngine.json), and which have a process of their own (tests/ownProcess.json). */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
// @ts-expect-error plain JavaScript of our tools
import { root } from '../../src/tools/bootstrap.mjs';
// @ts-expect-error plain JavaScript of our tools
import { readArguments } from '../../src/tools/prove.mjs';

const read = <T>(list: string): T => JSON.parse(readFileSync(join(root, `tests/${list}.json`), 'utf8'));
const listed = read<Record<string, string>>('oneEngine');
const tests = readdirSync(join(root, 'tests/server'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => ({
    name: `server/${file.slice(0, -8)}`,
    text: readFileSync(join(root, 'tests/server', file), 'utf8'),
  }));
const using = (what: string) => tests.filter(({ text }) => text.includes(what)).map(({ name }) => name);

test('a file that runs on one engine is in the list, and the list says what the file is about', () => {
  expect(using('describeOneEngine(').sort()).toEqual(Object.keys(listed).sort());
  expect(Object.values(listed).every((about) => about.length > 10)).toBe(true);
});

test('the files of the project "two servers", and no other, run with one server on the embedded engine alone', () => {
  expect(using('describeForTwoServers(').sort()).toEqual(read<string[]>('twoServers').sort());
});

test('the long proofs run these files on each engine', () => {
  expect(readArguments(['--only=engines']).only).toEqual(['engines']);
});

test('what takes a lock, waits for another call or asks for a plan runs on both engines', () => {
  const both = [...using('pg_locks'), ...using('secondPool('), ...using('explain (')];
  expect(both.length).toBeGreaterThan(2);
  const ofDay = using('describeEngineOfDay(');
  expect(ofDay.length).toBeGreaterThan(30);
  expect(both.filter((name) => name in listed || ofDay.includes(name))).toEqual([]);
});

test('a file that replaces a module has a process of its own, and the list says of each such file why', () => {
  const own = read<Record<string, string>>('ownProcess');
  const replacing = using('vi.mock(');
  expect(replacing.length).toBeGreaterThan(0);
  expect(replacing.filter((name) => !(name in own))).toEqual([]);
  expect(Object.keys(own).filter((name) => tests.every((file) => file.name !== name))).toEqual([]);
  expect(Object.values(own).every((why) => why.length > 10)).toBe(true);
});
