// npm run dev: the API on port 8081, restarted on change, and Vite on port 5173 as its proxy.
import { spawn } from 'node:child_process';
import { ensureInstalled, root, scripts } from './bootstrap.mjs';

ensureInstalled();
const env = { ...process.env, API_PORT: process.env.API_PORT ?? '8081' };
const children = [
  spawn(
    process.execPath,
    [
      '--import',
      'tsx',
      '--watch-path=src/server',
      '--watch-path=src/contract',
      '--watch-path=src/domain',
      'src/server/main.ts',
    ],
    { cwd: root, stdio: 'inherit', env: { ...env, PORT: env.API_PORT, KASUWA_API_ONLY: '1' } },
  ),
  spawn(process.execPath, [scripts.vite], { cwd: root, stdio: 'inherit', env }),
];
const stop = () => {
  for (const child of children) child.kill('SIGTERM');
};
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop);
for (const child of children) child.on('exit', stop);
