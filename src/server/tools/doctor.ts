/** `npm run doctor`: says in plain words what is wrong with this site and what to do. The exit code is 1 if anything is. Writes nothing. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { examine } from '../doctor/doctor.ts';
import { counted } from '../doctor/finding.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
try {
  const { findings, notes } = await examine({ env: process.env, version, now: () => Math.floor(Date.now() / 1_000) });
  for (const [at, { what, todo }] of findings.entries()) process.stdout.write(`${at + 1}. ${what}\n   ${todo}\n`);
  for (const note of notes) process.stdout.write(`- ${note}\n`);
  process.stdout.write(
    findings.length === 0 ? 'Nothing is wrong.\n' : `${counted(findings.length, 'thing', 'things')} to look at.\n`,
  );
  // Nothing is open any more. A pool that still idles must not hold the command open.
  process.exit(findings.length === 0 ? 0 : 1);
} catch (error) {
  process.stderr.write(`The examination broke off: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(2);
}
