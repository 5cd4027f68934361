// `npm run prove -- --only=cluster`: a site of three nodes that is hurt in every way that tests/support/haFaults.ts knows. Installs Debian's packages where they are missing.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './bootstrap.mjs';

/** How often each is done in full. */
const FULL = {
  'primary, machine off': 14,
  'primary, crash': 6,
  standby: 3,
  app: 3,
  pgbouncer: 3,
  haproxy: 3,
  'leader of etcd': 3,
  'primary cut off for 30 s': 2,
  'primary frozen for 30 s': 2,
  'the lead returns': 1,
  'the lead is taken back': 1,
  'the lead returns, nobody waited': 1,
  'disk of the primary full': 1,
  'disk of the primary full until it ends': 2,
  'a standby that does not come back': 1,
  'a new version': 2,
};
/** Faults of one site, which is then stopped and made anew. */
const ONE_SITE = 7;
const PROGRAMS = {
  patroni: '/usr/bin/patroni',
  'etcd-server': '/usr/bin/etcd',
  haproxy: '/usr/sbin/haproxy',
  pgbouncer: '/usr/sbin/pgbouncer',
};

/** Installs the packages that are missing, and stops the services that start by themselves. Throws an Error that says how to install them. */
export function ensurePackages(names = Object.keys(PROGRAMS)) {
  const missing = names.filter((name) => !existsSync(PROGRAMS[name]));
  if (missing.length === 0) return;
  const command = ['install', '-y', '--no-install-recommends', ...missing];
  if (process.getuid?.() !== 0) throw new Error(`Install them first: sudo apt-get ${command.join(' ')}`);
  process.stdout.write(`Installing ${missing.join(', ')}…\n`);
  execFileSync('apt-get', command, { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
  for (const name of ['patroni', 'etcd', 'haproxy', 'pgbouncer']) {
    try {
      execFileSync('systemctl', ['disable', '--now', name], { stdio: 'ignore' });
    } catch {
      // No systemd, or no such service.
    }
  }
}

/** All faults in an order that the seed makes, in pieces for one site each; the smallest scale has each once. */
export function faultsOf(scale, seed = 1) {
  const all = Object.entries(FULL).flatMap(([name, times]) =>
    Array.from({ length: Math.max(1, Math.round(times * scale)) }, () => name),
  );
  let state = seed;
  for (let at = all.length - 1; at > 0; at -= 1) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    const other = state % (at + 1);
    [all[at], all[other]] = [all[other], all[at]];
  }
  return Array.from({ length: Math.ceil(all.length / ONE_SITE) }, (_, at) =>
    all.slice(at * ONE_SITE, (at + 1) * ONE_SITE),
  );
}

/** The fault in which a planted bug, a store that keeps its epoch, loses acknowledged work. The test passes if the checker finds that. */
const PLANTED = 'the lead returns, nobody waited';

/** @param vitest runs the tests of a file and resolves to its findings and its output */
export async function proveCluster(scale, vitest) {
  ensurePackages();
  const figures = join(root, '.cache/cluster.json');
  const hurts = new Map();
  const sums = { findings: 0, transfers: 0, lines: 0, reads: 0, output: '' };
  for (const [at, faults] of faultsOf(scale).entries()) {
    rmSync(figures, { force: true });
    const result = await vitest(
      `cluster${at}`,
      { file: 'tests/server/haKills.test.ts', tags: 'OPS-15' },
      { KASUWA_HA_FAULTS: faults.join(';'), KASUWA_HA_SEED: String(at + 1) },
    );
    sums.findings += result.findings;
    sums.output += result.output;
    if (!existsSync(figures)) continue;
    const played = JSON.parse(readFileSync(figures, 'utf8'));
    for (const name of ['transfers', 'lines', 'reads']) sums[name] += played[name];
    for (const { fault, away } of played.hurts) hurts.set(fault, [...(hurts.get(fault) ?? []), away]);
    process.stdout.write(
      `${at + 1}: ${played.hurts.map(({ fault, away }) => `${fault} ${seconds(away)}`).join(', ')}\n`,
    );
  }
  const caught = await vitest(
    'clusterPlanted',
    { file: 'tests/server/haKills.test.ts', tags: 'OPS-15' },
    { KASUWA_HA_FAULTS: PLANTED, KASUWA_HA_PLANTED: '1' },
  );
  sums.findings += caught.findings;
  sums.output += caught.output;
  process.stdout.write(`The planted bug: ${caught.findings > 0 ? 'NOT caught' : 'caught'}\n`);
  const rows = [...hurts].map(
    ([fault, times]) => `${fault}: ${times.length} times, desks away at most ${seconds(Math.max(...times))}`,
  );
  const words = `${sums.transfers} transfers with ${sums.lines} lines, ${sums.reads} reads of desks\n${rows.join('\n')}`;
  const count = [...hurts.values()].reduce((sum, times) => sum + times.length, 0);
  return {
    what: 'faults of a site of three nodes',
    count,
    findings: sums.findings,
    output: `${words}\n${sums.output}`,
  };
}

const seconds = (ms) => `${(ms / 1_000).toFixed(1)} s`;
