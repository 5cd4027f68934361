// npm run looks: compares the screens with their stored pictures (tests/looks). With --update a picture that differs is stored again; a person must look at it
// and commit it.
import { ensureChromium, ensureInstalled, run, scripts } from './bootstrap.mjs';

ensureInstalled();
ensureChromium();
const { ensureBuilt } = await import('./build.mjs');
await ensureBuilt();
const { code } = await run(scripts.playwright, ['test', '--project=looks', '--reporter=list'], {
  env: process.argv.includes('--update') ? { KASUWA_LOOKS: 'update' } : {},
});
process.exitCode = code;
