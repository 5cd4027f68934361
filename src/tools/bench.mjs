// npm run bench: runs every file of tests/bench, one after the other.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, root, run, serverArgs } from './bootstrap.mjs';

ensureInstalled();
const only = process.argv.slice(2);
for (const file of readdirSync(join(root, 'tests/bench'))
  .filter((name) => name.endsWith('.bench.ts') && (only.length === 0 || only.some((word) => name.includes(word))))
  .sort()) {
  process.stdout.write(`\n== ${file}\n`);
  const { code } = await run(join('tests/bench', file), [], { nodeArgs: serverArgs });
  if (code !== 0) process.exitCode = 1;
}
