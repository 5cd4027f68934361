/** Reads the server's configuration from its environment; the README lists every variable. */
import { isIP } from 'node:net';
import { join } from 'node:path';
import { readServices, type S3Config, type ServiceConfig } from './serviceConfig.ts';
import { readWatch, type WatchConfig } from './watchConfig.ts';

export interface Config extends ServiceConfig, WatchConfig {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  /** Folder of uploaded pictures, unless `s3` names a bucket. */
  readonly uploadsDir: string;
  /** A bucket for uploaded pictures; null: the folder. */
  readonly s3: S3Config | null;
  readonly databaseUrl: string | undefined;
  /** The same database without the pooler that `databaseUrl` names. */
  readonly databaseDirectUrl: string | undefined;
  /** A standby of `databaseUrl`, for reports and logs. */
  readonly databaseReadUrl: string | undefined;
  readonly environment: 'production' | 'staging' | 'development' | 'demo' | 'test';
  /** Other origins whose pages may call (API.md 1.9); never `*`. */
  readonly origins: readonly string[];
  /** Addresses and networks of trusted proxies; one hop of X-Forwarded-For is trusted (addresses.ts). */
  readonly trustProxy: readonly string[];
  /** Whether KASUWA_TRUST_PROXY is set; otherwise only loopback is trusted. */
  readonly proxyNamed: boolean;
  /** `administrator/read_delegate?token=` (A18): off unless a client needs it, because proxies log addresses (S13). */
  readonly tokenInAddress: boolean;
  /** Calls per minute, by session, by person, and by address for calls without a session (B10.9). */
  readonly callsPerMinute: number;
  /** The most open streams of changes of this process; 0: none, and every screen polls. */
  readonly liveStreams: number;
  /** The oldest app version that is served; older ones get 426 (SYNC rule 46). */
  readonly minAppVersion: string;
  readonly version: string;
  /** Folder of the built app, or null while developing. */
  readonly dist: string | null;
  /** Folder that keeps the hashed files of earlier releases, where each release has a `dist` of its own; null: `dist` keeps them. */
  readonly releasedDir: string | null;
  /** Checks every answer against its contract; off in production. */
  readonly checkAnswers: boolean;
  /** scrypt's cost N (B10.5: 131072). */
  readonly scryptCost: number;
  /** Whether the roles of {@link isPasskeyRole} must have a passkey or may have one. */
  readonly passkeys: 'optional' | 'demanded';
  /** Part of the keyed hashes of values that must not be recovered (BVN); if empty, only the database's own key is used. */
  readonly secret: string;
}

const ENVIRONMENTS = ['production', 'staging', 'development', 'demo', 'test'] as const;

/**
 * Reads the configuration from the environment. Throws an Error that names the variable, and never its value where it may be secret. `dist`: the folder of the built app;
 * null: calls alone are answered.
 */
export function readConfig(
  env: Readonly<Record<string, string | undefined>>,
  version: string,
  dist: string | null,
): Config {
  const named = env.KASUWA_ENV || (env.NODE_ENV === 'production' ? 'production' : 'demo');
  const environment = ENVIRONMENTS.find((one) => one === named);
  // A misspelt "production" must not start a demo with known passwords.
  if (!environment) throw new Error(`KASUWA_ENV must be one of ${ENVIRONMENTS.join(', ')}, not "${env.KASUWA_ENV}".`);
  const origins = (env.KASUWA_ORIGINS ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);
  // SEC-12: "*" and "null" would match no origin, although a person who writes them means every origin.
  const wrong = origins.find((one) => !/^https?:\/\/[^/\s*]+$/.test(one));
  if (wrong) throw new Error(`KASUWA_ORIGINS must name origins such as https://office.example, not "${wrong}".`);
  const databaseDirectUrl = databaseUrl('DATABASE_DIRECT_URL', env.DATABASE_DIRECT_URL);
  if (databaseDirectUrl && !env.DATABASE_URL)
    throw new Error(
      'DATABASE_DIRECT_URL names the database behind the pooler of DATABASE_URL, which is not set. Without a pooler set DATABASE_URL alone.',
    );
  const databaseReadUrl = databaseUrl('DATABASE_READ_URL', env.DATABASE_READ_URL);
  if (databaseReadUrl && !env.DATABASE_URL)
    throw new Error('DATABASE_READ_URL names a standby of the database of DATABASE_URL, which is not set.');
  return {
    port: wholeNumber('PORT', env.PORT, 8_080, 0, 65_535),
    host: hostOf(env.HOST, environment),
    trustProxy: trustedProxies(env.KASUWA_TRUST_PROXY),
    proxyNamed: Boolean(env.KASUWA_TRUST_PROXY),
    tokenInAddress: onOrOff('KASUWA_TOKEN_IN_ADDRESS', env.KASUWA_TOKEN_IN_ADDRESS),
    dataDir: env.KASUWA_DATA || './data',
    uploadsDir: env.KASUWA_UPLOADS || join(env.KASUWA_DATA || './data', 'uploads'),
    s3: s3Of(env),
    databaseUrl: databaseUrl('DATABASE_URL', env.DATABASE_URL),
    databaseDirectUrl,
    databaseReadUrl,
    environment,
    origins,
    callsPerMinute: wholeNumber('KASUWA_CALLS_PER_MINUTE', env.KASUWA_CALLS_PER_MINUTE, 600, 1, 1_000_000_000),
    liveStreams: wholeNumber('KASUWA_LIVE_STREAMS', env.KASUWA_LIVE_STREAMS, 500, 0, 100_000),
    minAppVersion: appVersion(env.KASUWA_MIN_APP_VERSION),
    version,
    dist,
    releasedDir: env.KASUWA_RELEASED || null,
    checkAnswers: environment !== 'production',
    scryptCost: scryptCost(env.KASUWA_SCRYPT_COST, environment),
    ...readServices(env),
    ...readWatch(env),
    passkeys: passkeysOf(env.KASUWA_PASSKEYS),
    secret: secretOf(env.KASUWA_SECRET, environment),
  };
}

/** The same for a process at its start: a wrong variable is reported in one line, and the process exits. */
export function readEnvironment(...args: Parameters<typeof readConfig>): Config {
  try {
    return readConfig(...args);
  } catch (error) {
    process.stderr.write(`Kasuwa could not start: ${(error as Error).message.replace(/\s+/g, ' ')}\n`);
    // The process may exit here, because nothing is open yet that must be closed first.
    process.exit(1);
  }
}

/** "6,000" is no number, and an unreadable limit must not become no limit. */
function wholeNumber(name: string, value: string | undefined, usual: number, least: number, most: number): number {
  if (!value) return usual;
  const number = /^\d{1,10}$/.test(value) ? Number(value) : Number.NaN;
  if (!(number >= least && number <= most))
    throw new Error(`${name} must be a number from ${least} to ${most}, written in digits alone, not "${value}".`);
  return number;
}

/** scrypt needs a power of two. B10.5's cost is the minimum in production; a much higher cost takes gigabytes per sign-in. */
function scryptCost(value: string | undefined, environment: Config['environment']): number {
  const cost = wholeNumber('KASUWA_SCRYPT_COST', value, 131_072, 1_024, 4_194_304);
  if (environment === 'production' && cost < 131_072)
    throw new Error(`KASUWA_SCRYPT_COST must be at least 131072 in production (B10.5), not "${value}".`);
  if (!Number.isInteger(Math.log2(cost))) throw new Error(`KASUWA_SCRYPT_COST must be a power of two, not "${value}".`);
  return cost;
}

/** Without the secret anyone with the database or a backup can find every BVN and sent password by guessing (S9). */
function secretOf(value: string | undefined, environment: Config['environment']): string {
  if (environment === 'production' && !value?.trim())
    throw new Error(
      'KASUWA_SECRET must be set in production: a long random text that stays the same and is kept apart from the database.',
    );
  return value ?? '';
}

function onOrOff(name: string, value: string | undefined): boolean {
  if (value && value !== 'on' && value !== 'off') throw new Error(`${name} must be on or off, not "${value}".`);
  return value === 'on';
}

/**
 * A demo, whose passwords are public, listens only on this machine unless an address is given (S5). Four numbers that are no valid address would be looked up
 * as a name.
 */
function hostOf(value: string | undefined, environment: Config['environment']): string {
  const host = value || (environment === 'production' || environment === 'staging' ? '0.0.0.0' : '127.0.0.1');
  if (!isIP(host) && !/^(?=.*[a-z])[a-z\d]([a-z\d._-]*[a-z\d])?$/i.test(host))
    throw new Error(
      `HOST must be an address of this machine or a name for one, such as 127.0.0.1 or ::, not "${host}".`,
    );
  return host;
}

/** An unreadable version would match nothing, so that no app would count as too old. */
function appVersion(value: string | undefined): string {
  if (value && !/^\d{1,6}(\.\d{1,6}){2}$/.test(value))
    throw new Error(`KASUWA_MIN_APP_VERSION must be a version such as 0.1.0, not "${value}".`);
  return value || '0.1.0';
}

/** The URL contains a password, so error messages show only its beginning. */
function databaseUrl(name: string, value: string | undefined): string | undefined {
  if (!value) return undefined;
  // A user and a socket: no valid web address, but valid for PostgreSQL.
  if (/^postgres(ql)?:\/\/[^/?#@]+@\/[^?#@]*\?([^#]*&)?host=[^#]+$/.test(value)) return value;
  const url = URL.canParse(value) ? new URL(value) : null;
  // An "@" after the host part: the password contains an unescaped character that ends it.
  const broken = !url?.username && /@/.test(`${url?.pathname}${url?.search}${url?.hash}`);
  if (url && /^postgres(ql)?:$/.test(url.protocol) && !broken) return value;
  const [scheme = 'something without a beginning like that'] = /^[a-z]{1,20}:\/\//i.exec(value) ?? [];
  throw new Error(
    `${name} must be such as postgres://USER@HOST:5432/NAME, with :PASSWORD behind USER or in PGPASSWORD, where a password's "/", "#", "?" and "@" are written %2F, %23, %3F and %40; given was ${scheme} (the rest is kept back).`,
  );
}

/** A trusted proxy determines the address of its clients, so none is trusted by mistake. */
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

/** "required" or "true" must not silently mean that a passkey is optional. */
function passkeysOf(value: string | undefined): Config['passkeys'] {
  const named = value || 'optional';
  if (named !== 'optional' && named !== 'demanded')
    throw new Error(`KASUWA_PASSKEYS must be optional or demanded, not "${value}".`);
  return named;
}

/** All five variables or none: an incomplete configuration would silently lose pictures. */
function s3Of(env: Readonly<Record<string, string | undefined>>): S3Config | null {
  const names = ['ENDPOINT', 'BUCKET', 'REGION', 'ACCESS_KEY', 'SECRET_KEY'].map((name) => `KASUWA_S3_${name}`);
  const [endpoint = '', bucket = '', region = '', accessKey = '', secretKey = ''] = names.map((name) => env[name]);
  const missing = names.filter((name) => !env[name]);
  if (missing.length === names.length) return null;
  if (missing.length > 0) throw new Error(`The file store also needs ${missing.join(', ')}.`);
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.search || url.hash)
    throw new Error(
      `KASUWA_S3_ENDPOINT must be such as https://s3.eu-west-1.amazonaws.com, without a name or password, not "${endpoint.replace(/^.*@/, '...@')}".`,
    );
  if (!/^[a-z\d][\w.-]{1,62}$/i.test(bucket))
    throw new Error(`KASUWA_S3_BUCKET must be a bucket's name of letters, digits, "." and "-", not "${bucket}".`);
  if (!/^[\w-]{1,60}$/.test(region))
    throw new Error(`KASUWA_S3_REGION must be a region's name such as eu-west-1, not "${region}".`);
  return { endpoint, bucket, region, accessKey, secretKey };
}

/** The database URL without the pooler, for single-process tools: a long transaction would occupy one of the pooler's few connections. */
export const withoutPooler = ({ databaseUrl, databaseDirectUrl, dataDir }: Config) => ({
  url: databaseDirectUrl ?? databaseUrl,
  dir: dataDir,
});
