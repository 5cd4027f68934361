/** Which services outside of this server it may use: mail, push, SMS, bank. All variables of a service, or none of them. */
import { isIP } from 'node:net';

type Env = Readonly<Record<string, string | undefined>>;

/** Where pictures are kept, when not on the disk: a bucket that speaks S3. */
export interface S3Config {
  /** e.g. https://s3.eu-west-1.amazonaws.com or http://minio:9000; the bucket stands in the path. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
}

/** E-mail by SMTP. `url` holds the user's name and password, so nobody prints it. */
export interface MailConfig {
  readonly url: string;
  readonly from: string;
}

/** Web Push: the key pair by which push services know this server, and whom they may write to. */
export interface PushConfig {
  readonly publicKey: string;
  readonly privateKey: string;
  readonly contact: string;
  /** Names of hosts that a browser's subscription may point at; ".example.com" means all below it. */
  readonly services: readonly string[];
}

/** A service that is asked over HTTP with signed bodies. */
export interface SignedService {
  readonly url: string;
  /** Signs what this server sends. */
  readonly secret: string;
  /** Signs what the service sends back. */
  readonly hookSecret: string;
}

export interface ServiceConfig {
  /**
   * Where people open this site, such as https://office.example: links in mails begin with it, and passkeys are made for its host name. null: each
   * request's own address.
   */
  readonly siteUrl: string | null;
  /** Push and SMS are only written down, whatever else is set (KASUWA_MESSAGES=simulated). */
  readonly simulateMessages: boolean;
  readonly mail: MailConfig | null;
  readonly push: PushConfig | null;
  readonly sms: SignedService | null;
  /** null: the simulated bank, which opens no accounts in production. */
  readonly bank: SignedService | null;
}

/** Throws one sentence that names the variable and never its value where that may be a secret. */
export function readServices(env: Env): ServiceConfig {
  const bankKind = oneOf(env, 'KASUWA_BANK', ['simulated', 'http']);
  const bank = signed(env, 'KASUWA_BANK');
  if (bankKind === 'http' && !bank)
    throw new Error('KASUWA_BANK=http also needs KASUWA_BANK_URL, KASUWA_BANK_SECRET, KASUWA_BANK_HOOK_SECRET.');
  return {
    simulateMessages: oneOf(env, 'KASUWA_MESSAGES', ['simulated']) === 'simulated',
    siteUrl: siteOf(env.KASUWA_SITE_URL),
    mail: mailOf(env),
    push: pushOf(env),
    sms: signed(env, 'KASUWA_SMS'),
    bank: bankKind === 'simulated' ? null : bank,
  };
}

/** A name nobody knows must not silently become the simulator. */
function oneOf<const T extends string>(env: Env, name: string, allowed: readonly T[]): T | null {
  const value = env[name];
  if (!value) return null;
  const found = allowed.find((one) => one === value);
  if (!found) throw new Error(`${name} must be ${allowed.join(' or ')}, not "${value}".`);
  return found;
}

/** All of them or none: half a service would lose messages quietly. */
function allOrNone(env: Env, names: readonly string[]): string[] | null {
  const missing = names.filter((name) => !env[name]);
  if (missing.length === names.length) return null;
  if (missing.length > 0)
    throw new Error(`${names.filter((name) => env[name]).join(', ')} also needs ${missing.join(', ')}.`);
  return names.map((name) => env[name] ?? '');
}

function signed(env: Env, prefix: string): SignedService | null {
  const names = [`${prefix}_URL`, `${prefix}_SECRET`, `${prefix}_HOOK_SECRET`];
  const found = allOrNone(env, names);
  if (!found) return null;
  const [url = '', secret = '', hookSecret = ''] = found;
  for (const [at, value] of [secret, hookSecret].entries())
    if (value.length < 32) throw new Error(`${names[at + 1]} must have at least 32 characters.`);
  // A party that sees calls in one direction must not be able to sign calls in the other.
  if (secret === hookSecret) throw new Error(`${names[1]} and ${names[2]} must differ.`);
  return { url: webAddress(names[0] ?? '', url), secret, hookSecret };
}

/** https, or http to this machine alone: BVNs and phone numbers do not travel in the open. */
function webAddress(name: string, value: string): string {
  const url = URL.canParse(value) ? new URL(value) : null;
  const here = url?.protocol === 'http:' && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
  if (!url || !(url.protocol === 'https:' || here) || url.username || url.search || url.hash)
    throw new Error(
      `${name} must be such as https://gateway.example/v1, without a name or password, not "${value.replace(/^.*@/, '...@').replace(/[?#].*$/, '...')}".`,
    );
  return value.replace(/\/+$/, '');
}

/** An origin that no browser has would make links that lead nowhere, and refuse every passkey. A bare address is good for this machine alone. */
function siteOf(value: string | undefined): string | null {
  if (!value) return null;
  const url = URL.canParse(value) ? new URL(value) : null;
  const here = url && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
  const named = url?.protocol === 'https:' && !isIP(url.hostname.replace(/^\[|\]$/g, ''));
  if (!url || url.origin !== value || !(here || named))
    throw new Error(
      `KASUWA_SITE_URL must be the site's own address such as https://office.example, with a name and without a path, not "${value.replace(/^.*@/, '...@')}".`,
    );
  return value;
}

function mailOf(env: Env): MailConfig | null {
  const found = allOrNone(env, ['KASUWA_SMTP_URL', 'KASUWA_MAIL_FROM']);
  if (!found) return null;
  if (!env.KASUWA_SITE_URL) throw new Error('KASUWA_SMTP_URL, KASUWA_MAIL_FROM also needs KASUWA_SITE_URL.');
  const [url = '', from = ''] = found;
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (!parsed || !/^smtps?:$/.test(parsed.protocol) || !parsed.hostname)
    throw new Error(
      'KASUWA_SMTP_URL must be such as smtps://USER:PASSWORD@mail.example:465, where "/", "#", "?" and "@" of a password are written %2F, %23, %3F and %40; what was given is kept back.',
    );
  if (!/^([^<>\r\n]+ )?<?[^\s<>@]+@[^\s<>@]+>?$/.test(from))
    throw new Error(`KASUWA_MAIL_FROM must be an e-mail address such as Kasuwa <office@example.com>, not "${from}".`);
  return { url, from };
}

function pushOf(env: Env): PushConfig | null {
  const found = allOrNone(env, ['KASUWA_PUSH_PUBLIC_KEY', 'KASUWA_PUSH_PRIVATE_KEY', 'KASUWA_PUSH_CONTACT']);
  if (!found) return null;
  const [publicKey = '', privateKey = '', contact = ''] = found;
  // A point of P-256 and its number, as `npx web-push generate-vapid-keys` prints them.
  if (!/^B[\w-]{86}$/.test(publicKey))
    throw new Error(`KASUWA_PUSH_PUBLIC_KEY must be a VAPID public key of 87 characters, not "${publicKey}".`);
  if (!/^[\w-]{43}$/.test(privateKey))
    throw new Error('KASUWA_PUSH_PRIVATE_KEY must be a VAPID private key of 43 characters.');
  if (!/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(contact))
    throw new Error(`KASUWA_PUSH_CONTACT must be such as mailto:office@example.com, not "${contact}".`);
  return { publicKey, privateKey, contact, services: pushServices(env.KASUWA_PUSH_SERVICES) };
}

/** The push services of the browsers there are. Any other address of a subscription would make this server ask whatever a signed-in person names. */
const PUSH_SERVICES = [
  'fcm.googleapis.com',
  '.push.services.mozilla.com',
  '.notify.windows.com',
  'web.push.apple.com',
  '.push.apple.com',
];

function pushServices(value: string | undefined): readonly string[] {
  if (!value) return PUSH_SERVICES;
  const named = value.split(',').map((one) => one.trim());
  const wrong = named.find((one) => !/^\.?[a-z\d-]+(\.[a-z\d-]+)*$/.test(one));
  if (wrong !== undefined)
    throw new Error(
      `KASUWA_PUSH_SERVICES must name hosts such as fcm.googleapis.com,.notify.windows.com, not "${wrong}".`,
    );
  return named;
}
