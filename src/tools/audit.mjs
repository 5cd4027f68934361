// npm run audit:packages: known vulnerabilities of our packages, from the registry (SEC-21). Fails on severity high or critical. If the registry
// cannot be reached, the run continues with one line about it, because a machine without a registry must still be able to test.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { root } from './bootstrap.mjs';

const BAD = ['high', 'critical'];

/** Parses the output of `npm audit --json`: `holes` as lines to read, or `failure`, the reason why nothing is known. */
export function readAudit(output) {
  let answer;
  try {
    answer = JSON.parse(output);
  } catch {
    return { failure: 'npm gave no answer', holes: [] };
  }
  if (typeof answer?.vulnerabilities !== 'object' || answer.vulnerabilities === null)
    return { failure: answer?.message ?? answer?.error?.summary ?? 'npm gave another answer than expected', holes: [] };
  const holes = Object.values(answer.vulnerabilities)
    .filter((one) => BAD.includes(one.severity))
    .map((one) => {
      const why = (one.via ?? []).map((via) =>
        typeof via === 'string' ? via : `${via.title} ${via.url ?? ''}`.trim(),
      );
      return `${one.severity}: ${one.name} ${one.range ?? ''} (${why.join('; ')})`;
    });
  return { failure: null, holes };
}

/** Queries the registry. npm exits with an error code if it finds a hole, so the output counts and not the code. */
export function askRegistry() {
  const limits = { cwd: root, timeout: 60_000, maxBuffer: 100_000_000 };
  return new Promise((resolve) => {
    execFile('npm', ['audit', '--json', `--audit-level=${BAD[0]}`], limits, (_, stdout) =>
      resolve(readAudit(stdout ?? '')),
    );
  });
}

/** Prints the result; returns true unless a hole is known. */
export function reportAudit({ failure, holes }) {
  if (failure) process.stdout.write(`!! PACKAGES NOT AUDITED: the registry was not able to say (${failure})\n`);
  else if (holes.length === 0) process.stdout.write('ok   no hole that is high or critical is known\n');
  for (const hole of holes) process.stdout.write(`FAIL ${hole}\n`);
  return holes.length === 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exit(reportAudit(await askRegistry()) ? 0 : 1);
