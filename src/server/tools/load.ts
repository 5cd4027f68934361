/**
 * `npm run load -- URL`: plays tablets and desks against a site and prints calls a second, p50, p99 and errors. It writes receipts, so it refuses a site
 * in production; `--production` asks one all the same and writes nothing.
 */
import { loadTable } from './loadFigures.ts';
import { type LoadPlan, runLoad } from './loadRun.ts';

const USAGE =
  'Usage: npm run load -- URL [--tablets=10] [--desks=10] [--seconds=30] [--pace=1] [--officer=EMAIL:PASSWORD] [--desk=EMAIL:PASSWORD] [--production]';
const LIMITS = { tablets: 1_000, desks: 1_000, seconds: 3_600, pace: 60 };

/** Throws an Error with a sentence for people. */
export function readLoadPlan(args: readonly string[]): LoadPlan {
  const numbers = { tablets: 10, desks: 10, seconds: 30, pace: 1 };
  const accounts = { officer: 'officer1@example.test:officer1-Passw0rd', desk: 'staff@example.test:staff-Passw0rd' };
  let url = '';
  let production = false;
  for (const arg of args) {
    const [, name = '', value = ''] = /^--(\w+)=(.*)$/.exec(arg) ?? [];
    if (arg === '--production') production = true;
    else if (name === 'officer' || name === 'desk') accounts[name] = value;
    else if (name === 'tablets' || name === 'desks' || name === 'seconds' || name === 'pace') {
      const number = value === '' ? Number.NaN : Number(value);
      if (!(number >= 0 && number <= LIMITS[name]))
        throw new Error(`--${name} must be a number from 0 to ${LIMITS[name]}, not "${value}".`);
      numbers[name] = number;
    } else if (!arg.startsWith('-') && url === '') url = arg;
    else throw new Error(`${arg} is not known.`);
  }
  const isAddress = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
  if (!isAddress) throw new Error(`Which site? Its address must be such as http://localhost:8080, not "${url}".`);
  return { url: url.replace(/\/+$/, ''), production, ...numbers, ...accounts };
}

if (process.argv[1]?.endsWith('load.ts')) {
  try {
    const plan = readLoadPlan(process.argv.slice(2));
    const { environment, writes, rows, tooMany } = await runLoad(plan);
    process.stdout.write(
      `${plan.tablets} tablets and ${plan.desks} desks, a call every ${plan.pace} s each, for ${plan.seconds} s; ${environment || 'an unknown environment'}, ${writes ? 'receipts were written' : 'nothing was written'}\n\n${loadTable(rows)}\n`,
    );
    if (tooMany > 0)
      process.stdout.write(
        `\n${tooMany} calls were refused because one account asked too often. Start the site with KASUWA_CALLS_PER_MINUTE=1000000 for a trial.\n`,
      );
    process.exit((rows.at(-1)?.errors ?? 0) > 0 ? 1 : 0);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${USAGE}\n`);
    process.exit(1);
  }
}
