// npm start: installs what is missing, builds if stale, serves app and API (README "Run it").
import { spawn } from 'node:child_process';
import { ensureInstalled, root, serverArgs } from './bootstrap.mjs';

ensureInstalled();
const { ensureBuilt } = await import('./build.mjs');
await ensureBuilt();
const server = spawn(process.execPath, [...serverArgs, 'src/server/main.ts'], {
  cwd: root,
  stdio: 'inherit',
  env: process.env,
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
