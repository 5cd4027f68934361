/** Finds missing, weak, misspelt or contradictory variables of a site. An invalid variable already fails a start; its message is used here. */
import type { Config } from '../config.ts';
import type { Finding } from './finding.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Every variable of ours; `tests/server/doctor.test.ts` checks that none is missing. */
const OURS = new Set(
  [
    ...['API_ONLY', 'BACKUP_PASSPHRASE', 'BANK', 'BANK_HOOK_SECRET', 'BANK_SECRET', 'BANK_URL', 'CALLS_PER_MINUTE'],
    ...['DATA', 'DIST', 'ENV', 'LIVE_STREAMS', 'MAIL_FROM', 'MESSAGES', 'MIN_APP_VERSION', 'ORIGINS', 'PASSKEYS'],
    ...['PUSH_CONTACT', 'PUSH_PRIVATE_KEY', 'PUSH_PUBLIC_KEY', 'PUSH_SERVICES', 'QUIET', 'RELEASED', 'S3_ACCESS_KEY'],
    ...[
      'S3_BUCKET',
      'S3_ENDPOINT',
      'S3_REGION',
      'S3_SECRET_KEY',
      'SCRYPT_COST',
      'SECRET',
      'SITE_URL',
      'SMS_HOOK_SECRET',
    ],
    ...['SMS_SECRET', 'SMS_URL', 'SMTP_URL', 'TOKEN_IN_ADDRESS', 'TRUST_PROXY', 'UPLOADS'],
  ].map((name) => `KASUWA_${name}`),
);
/** The database's variables do not have our prefix. */
const DATABASE = new Set(['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_READ_URL']);
/** A secret of fewer characters can be found by trying. */
const LEAST_SECRET = 32;

interface Check {
  /** The environments in which it matters; absent: all. */
  readonly where?: readonly Config['environment'][];
  readonly isWrong: (config: Config, env: Env) => boolean;
  readonly finding: Finding;
}

const REAL: readonly Config['environment'][] = ['production', 'staging'];

const CHECKS: readonly Check[] = [
  {
    where: ['demo', 'development'],
    isWrong: (config) => Boolean(config.databaseUrl),
    finding: {
      what: 'KASUWA_ENV does not say production, but DATABASE_URL names a PostgreSQL: everybody knows the passwords of the demo that an empty one is filled with.',
      todo: 'Set KASUWA_ENV=production for a site that people work with.',
    },
  },
  {
    where: ['demo'],
    isWrong: (config) => !['127.0.0.1', '::1', 'localhost'].includes(config.host),
    finding: {
      what: 'A demo listens on addresses that others reach, and everybody knows its passwords.',
      todo: 'Leave HOST out, or set KASUWA_ENV=production.',
    },
  },
  {
    where: ['production'],
    isWrong: (config) => config.secret.length < LEAST_SECRET,
    finding: {
      what: `KASUWA_SECRET is shorter than ${LEAST_SECRET} characters: whoever has a backup finds BVNs by trying.`,
      todo: 'A new site: make one with "openssl rand -hex 32". A site with data keeps its secret, because hashes were made with it: keep its backups closed instead (KASUWA_BACKUP_PASSPHRASE).',
    },
  },
  {
    where: ['production'],
    isWrong: (config) => !config.databaseUrl,
    finding: {
      what: 'The embedded database does not promise to survive a power cut.',
      todo: 'Set DATABASE_URL for books that must not be lost. A backup moves the site: npm run backup, then npm run restore.',
    },
  },
  {
    where: REAL,
    isWrong: (config) => !config.siteUrl,
    finding: {
      what: 'KASUWA_SITE_URL is not set: passkeys are made for whatever name a browser used, and no mail can be sent.',
      todo: 'Set it to the address that people open, such as https://office.example.',
    },
  },
  {
    where: ['production'],
    isWrong: (config) => !config.proxyNamed,
    finding: {
      what: 'KASUWA_TRUST_PROXY is not set: behind a proxy on another machine or container, all people count as one address, and one who types wrong passwords locks out all.',
      todo: 'Name the proxy, such as KASUWA_TRUST_PROXY=loopback,uniquelocal; name loopback where there is none or it is on this machine.',
    },
  },
  {
    where: ['production'],
    isWrong: (config) => config.tokenInAddress,
    finding: {
      what: 'KASUWA_TOKEN_IN_ADDRESS is on: tokens of sessions stand in the logs of proxies.',
      todo: 'Leave it out as soon as no client needs it.',
    },
  },
  {
    where: ['production'],
    isWrong: (_config, env) => env.KASUWA_MESSAGES === 'simulated',
    finding: {
      what: 'KASUWA_MESSAGES is simulated: no push and no SMS leaves this site.',
      todo: 'Leave it out where messages must arrive.',
    },
  },
  {
    where: ['production'],
    isWrong: (_config, env) => Boolean(env.KASUWA_QUIET),
    finding: {
      what: 'KASUWA_QUIET is set: the server writes no log.',
      todo: 'Leave it out, or nobody can look a reference up.',
    },
  },
  {
    where: ['production'],
    isWrong: (_config, env) => Boolean(env.KASUWA_API_ONLY),
    finding: { what: 'KASUWA_API_ONLY is set: the server answers calls and serves no app.', todo: 'Leave it out.' },
  },
];

export function checkEnvironment(config: Config, env: Env): Finding[] {
  const unknown = Object.keys(env)
    .filter(
      (name) =>
        (name.startsWith('KASUWA_') && !OURS.has(name) && !/^KASUWA_TEST_/.test(name)) ||
        (name.startsWith('DATABASE_') && !DATABASE.has(name)),
    )
    .sort();
  const found = CHECKS.filter(
    ({ where, isWrong }) => (!where || where.includes(config.environment)) && isWrong(config, env),
  ).map(({ finding }) => finding);
  if (unknown.length > 0)
    found.push({
      what: `Nothing reads ${unknown.join(', ')}.`,
      todo: 'Look for the right spelling in docs/operations.md, or leave it out.',
    });
  return found;
}
