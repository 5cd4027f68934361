// npm run looks: the screens beside their kept pictures (tests/looks). With --update, a picture that differs is kept anew: somebody looks at it and commits it.
import { ensureChromium, ensureInstalled, run, scripts } from './bootstrap.mjs';

ensureInstalled();
ensureChromium();
const { ensureBuilt } = await import('./build.mjs');
await ensureBuilt();
const { code } = await run(scripts.playwright, ['test', '--project=looks', '--reporter=list'], {
  env: process.argv.includes('--update') ? { KASUWA_LOOKS: 'update' } : {},
});
process.exitCode = code;
