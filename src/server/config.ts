/** What the server is told by its environment; every name is listed in the README. */
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
  const port = Number(env.PORT ?? 8080);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`PORT must be a number from 0 to 65535, not "${env.PORT}".`);
  const origins = (env.KASUWA_ORIGINS ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);
  // SEC-12: "*" and "null" would not be read as everybody, but whoever writes them means that.
  const wrong = origins.find((one) => !/^https?:\/\/[^/\s*]+$/.test(one));
  if (wrong) throw new Error(`KASUWA_ORIGINS must name origins such as https://office.example, not "${wrong}".`);
  return {
    port,
    dataDir: env.KASUWA_DATA ?? './data',
    uploadsDir: env.KASUWA_UPLOADS || join(env.KASUWA_DATA ?? './data', 'uploads'),
    s3: s3Of(env),
    databaseUrl: env.DATABASE_URL || undefined,
    environment,
    origins,
    callsPerMinute: Number(env.KASUWA_CALLS_PER_MINUTE ?? 6_000),
    minAppVersion: env.KASUWA_MIN_APP_VERSION ?? '0.1.0',
    version,
    dist,
    checkAnswers: environment !== 'production',
    scryptCost: Number(env.KASUWA_SCRYPT_COST ?? 131_072),
    messageGateway: simulated('KASUWA_MESSAGES', env.KASUWA_MESSAGES),
    bankProvider: simulated('KASUWA_BANK', env.KASUWA_BANK),
    secret: env.KASUWA_SECRET ?? '',
  };
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
