/** Which files `npm run check` looks at again: those that changed since its last green run. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
// @ts-expect-error plain JavaScript of our tools
import { sinceGreen } from '../../src/tools/check/sinceGreen.mjs';

const MEMORY = '.cache/green.json';
let root = '';
const look = (): { files: string[] | null; green: () => void } => sinceGreen(root, MEMORY, ['rules.json']);
const write = (file: string, text: string) => writeFileSync(join(root, file), text);

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'kasuwa-green-'));
  execFileSync('git', ['init', '-q'], { cwd: root });
  write('.gitignore', '.cache\nleft-out.ts\n');
  write('rules.json', '1');
  write('a.ts', 'a');
  write('b.ts', 'b');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('files that changed since the last green run', () => {
  test('a first run, and one after a red run, looks at the whole tree', () => {
    expect(look().files).toBeNull();
    expect(look().files).toBeNull();
  });

  test('a memory that was written by half is none', () => {
    mkdirSync(join(root, '.cache'));
    write(MEMORY, '{"key":');
    expect(look().files).toBeNull();
  });

  test('other rules, and a folder that git does not know, look at the whole tree', () => {
    look().green();
    write('rules.json', '2');
    expect(look().files).toBeNull();
    rmSync(join(root, '.git'), { recursive: true });
    expect(look().files).toBeNull();
  });

  test('edited and new files are looked at again, untouched, deleted and ignored ones are not; a red run forgets none of them', () => {
    look().green();
    expect(look().files).toEqual([]);
    write('a.ts', 'other');
    write('c.ts', 'c');
    write('left-out.ts', 'x');
    unlinkSync(join(root, 'b.ts'));
    expect(look().files?.sort()).toEqual(['a.ts', 'c.ts']);
    expect(look().files?.sort()).toEqual(['a.ts', 'c.ts']);
    look().green();
    expect(look().files).toEqual([]);
  });

  test('what changes while the step runs is looked at the next time', () => {
    const step = look();
    write('a.ts', 'while it runs');
    step.green();
    expect(look().files).toEqual(['a.ts']);
  });
});
