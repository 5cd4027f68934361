// npm start: checks first whether the port is free, installs what is missing, builds if the build is stale, serves app and API (README "Run it").
// `npm run pseudo` does so in the pseudo-language (docs/translating.md).
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { ensureInstalled, root, serverArgs } from './bootstrap.mjs';

await mustBeFree();
ensureInstalled();
const { ensureBuilt, ensureLocaleBuilt } = await import('./build.mjs');
const [locale] = process.argv.slice(2);
const dist = locale ? { KASUWA_DIST: await ensureLocaleBuilt(locale) } : await ensureBuilt();
const server = spawn(process.execPath, [...serverArgs, 'src/server/main.ts'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, ...dist },
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));

// Checked before minutes of installing, building and seeding. The server reads the same two variables (server/config.ts) and reports invalid values.
async function mustBeFree() {
  const { PORT: port = '8080', HOST: host = '0.0.0.0' } = process.env;
  if (!/^[1-9]\d{0,4}$/.test(port) || Number(port) > 65_535) return;
  const error = await new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', resolve);
    probe.listen(Number(port), host, () => probe.close(() => resolve(null)));
  });
  if (error?.code !== 'EADDRINUSE') return;
  process.stderr.write(
    `Kasuwa could not start: port ${port} is taken by another program. Stop that one, or choose another: PORT=8090 npm start\n`,
  );
  process.exit(1);
}
