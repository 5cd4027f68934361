/** What the server is told by its environment; every name is listed in the README. */
import { isIP } from 'node:net';
import { join } from 'node:path';
import type { S3Config } from './uploads/s3Store.ts';

export interface Config {
  readonly port: number;
  readonly dataDir: string;
  /** Folder of uploaded pictures, unless `s3` names a bucket. */
  readonly uploadsDir: string;
  /** A bucket for uploaded pictures; null: the folder. */
  readonly s3: S3Config | null;
  readonly databaseUrl: string | undefined;
  readonly environment: 'production' | 'staging' | 'development' | 'demo' | 'test';
  /** Other origins that may ask (API.md 1.9); never `*`. */
  readonly origins: readonly string[];
  /** Addresses and networks of proxies whose X-Forwarded-For is believed; words and CIDRs as Fastify reads them. */
  readonly trustProxy: readonly string[];
  /** Calls per minute and session (B10.9). */
  readonly callsPerMinute: number;
  /** The oldest app version that is served; older ones get 426 (SYNC rule 46). */
  readonly minAppVersion: string;
  readonly version: string;
  /** Folder of the built app, or null while developing. */
  readonly dist: string | null;
  /** Checks every answer against its contract; off in production. */
  readonly checkAnswers: boolean;
  /** scrypt's cost N (B10.5: 131072). */
  readonly scryptCost: number;
  /** Which message gateway sends notifications (B9.2). */
  readonly messageGateway: 'simulated';
  /** Which bank opens virtual accounts (B9.3). */
  readonly bankProvider: 'simulated';
  /** Goes into the keyed hashes of what must not be read back (BVN); the database's own key alone when it is empty. */
  readonly secret: string;
}

const ENVIRONMENTS = ['production', 'staging', 'development', 'demo', 'test'] as const;

export function readConfig(
  env: Readonly<Record<string, string | undefined>>,
  version: string,
  dist: string | null,
): Config {
  const named = env.KASUWA_ENV || (env.NODE_ENV === 'production' ? 'production' : 'demo');
  const environment = ENVIRONMENTS.find((one) => one === named);
  // A misspelt "production" must not become a demo with known passwords.
  if (!environment) throw new Error(`KASUWA_ENV must be one of ${ENVIRONMENTS.join(', ')}, not "${env.KASUWA_ENV}".`);
  const origins = (env.KASUWA_ORIGINS ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);
  // SEC-12: "*" and "null" would not be read as everybody, but whoever writes them means that.
  const wrong = origins.find((one) => !/^https?:\/\/[^/\s*]+$/.test(one));
  if (wrong) throw new Error(`KASUWA_ORIGINS must name origins such as https://office.example, not "${wrong}".`);
  return {
    port: wholeNumber('PORT', env.PORT, 8_080, 0, 65_535),
    trustProxy: trustedProxies(env.KASUWA_TRUST_PROXY),
    dataDir: env.KASUWA_DATA ?? './data',
    uploadsDir: env.KASUWA_UPLOADS || join(env.KASUWA_DATA ?? './data', 'uploads'),
    s3: s3Of(env),
    databaseUrl: env.DATABASE_URL || undefined,
    environment,
    origins,
    callsPerMinute: wholeNumber('KASUWA_CALLS_PER_MINUTE', env.KASUWA_CALLS_PER_MINUTE, 6_000, 1, 1_000_000_000),
    minAppVersion: env.KASUWA_MIN_APP_VERSION ?? '0.1.0',
    version,
    dist,
    checkAnswers: environment !== 'production',
    scryptCost: scryptCost(env.KASUWA_SCRYPT_COST),
    messageGateway: simulated('KASUWA_MESSAGES', env.KASUWA_MESSAGES),
    bankProvider: simulated('KASUWA_BANK', env.KASUWA_BANK),
    secret: env.KASUWA_SECRET ?? '',
  };
}

/** "6,000" is no number, and a limit that is none must not become no limit. */
function wholeNumber(name: string, value: string | undefined, usual: number, least: number, most: number): number {
  if (!value) return usual;
  const number = /^\d{1,10}$/.test(value) ? Number(value) : Number.NaN;
  if (!(number >= least && number <= most))
    throw new Error(`${name} must be a number from ${least} to ${most}, written in digits alone, not "${value}".`);
  return number;
}

/** scrypt takes powers of two; what costs less than this is no protection, what costs more takes gigabytes at each sign-in. */
function scryptCost(value: string | undefined): number {
  const cost = wholeNumber('KASUWA_SCRYPT_COST', value, 131_072, 1_024, 4_194_304);
  if (!Number.isInteger(Math.log2(cost))) throw new Error(`KASUWA_SCRYPT_COST must be a power of two, not "${value}".`);
  return cost;
}

/** Whoever is trusted here says for others which address they have, so nobody is by mistake. */
function trustedProxies(value: string | undefined): string[] {
  const named = (value || 'loopback').split(',').map((one) => one.trim());
  const isNetwork = (one: string) => {
    const [address = '', bits, ...more] = one.split('/');
    const most = isIP(address) === 4 ? 32 : isIP(address) === 6 ? 128 : -1;
    if (bits === undefined) return most > 0;
    return more.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= most;
  };
  const wrong = named.find((one) => !['loopback', 'linklocal', 'uniquelocal'].includes(one) && !isNetwork(one));
  if (wrong !== undefined)
    throw new Error(
      `KASUWA_TRUST_PROXY must name loopback, linklocal, uniquelocal, addresses or networks such as 172.16.0.0/12, not "${wrong}".`,
    );
  return named;
}

/** A service that is only simulated yet; a name nobody knows must not silently become the simulator. */
function simulated(name: string, value: string | undefined): 'simulated' {
  if (value && value !== 'simulated') throw new Error(`${name} must be simulated, not "${value}".`);
  return 'simulated';
}

/** All five or none: half a bucket would lose pictures quietly. */
function s3Of(env: Readonly<Record<string, string | undefined>>): S3Config | null {
  const names = ['ENDPOINT', 'BUCKET', 'REGION', 'ACCESS_KEY', 'SECRET_KEY'].map((name) => `KASUWA_S3_${name}`);
  const [endpoint, bucket, region, accessKey, secretKey] = names.map((name) => env[name] || undefined);
  if (endpoint && bucket && region && accessKey && secretKey) return { endpoint, bucket, region, accessKey, secretKey };
  const missing = names.filter((name) => !env[name]);
  if (missing.length < names.length) throw new Error(`The file store also needs ${missing.join(', ')}.`);
  return null;
}
