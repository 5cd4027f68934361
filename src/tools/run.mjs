// Runs one of our TypeScript files: node src/tools/run.mjs src/server/tools/x.ts ARGS
import { ensureInstalled, run } from './bootstrap.mjs';

ensureInstalled();
const [file, ...args] = process.argv.slice(2);
const { code } = await run(file, args, { nodeArgs: ['--import', 'tsx'] });
process.exit(code);
