/** Pictures in a bucket over plain HTTPS, signed with AWS Signature Version 4, which every S3-compatible store understands. */
import { createHash, createHmac } from 'node:crypto';
import type { S3Config } from '../serviceConfig.ts';
import type { FileStore } from './fileStore.ts';

export function s3Store(config: S3Config, now: () => Date = () => new Date()): FileStore {
  const ask = async (method: 'GET' | 'PUT' | 'DELETE', name: string, bytes: Buffer | null, mime = '') => {
    const url = new URL(`${config.endpoint.replace(/\/$/, '')}/${config.bucket}/${name}`);
    const headers = {
      ...(mime ? { 'content-type': mime } : {}),
      'x-amz-content-sha256': sha256(bytes ?? ''),
      'x-amz-date': stamp(now()),
    };
    const response = await fetch(url, {
      method,
      headers: { ...headers, authorization: authorization(config, method, url, headers) },
      body: bytes ? new Uint8Array(bytes) : null,
      signal: AbortSignal.timeout(10_000),
    });
    if (!response.ok && response.status !== 404) {
      throw new Error(`The file store answered ${response.status}: ${(await response.text()).slice(0, 300)}`);
    }
    return response;
  };
  return {
    async put(name, bytes, mime) {
      const { status } = await ask('PUT', name, bytes, mime);
      if (status === 404) throw new Error(`The file store has no bucket ${config.bucket}.`);
    },
    async get(name) {
      const response = await ask('GET', name, null);
      return response.status === 404 ? null : Buffer.from(await response.arrayBuffer());
    },
    async remove(name) {
      await ask('DELETE', name, null);
    },
  };
}

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const stamp = (at: Date) => at.toISOString().replace(/[-:]|\.\d{3}/g, '');

/** The Authorization header; `headers` must hold x-amz-date and x-amz-content-sha256, all names in lower case. */
export function authorization(
  { region, accessKey, secretKey }: Pick<S3Config, 'region' | 'accessKey' | 'secretKey'>,
  method: string,
  url: URL,
  headers: Readonly<Record<string, string>>,
): string {
  const signed: Record<string, string> = { ...headers, host: url.host };
  const names = Object.keys(signed).sort();
  const at = signed['x-amz-date'] ?? '';
  const scope = `${at.slice(0, 8)}/${region}/s3/aws4_request`;
  const canonical = [
    method,
    url.pathname,
    url.search.slice(1),
    ...names.map((name) => `${name}:${signed[name]?.trim()}`),
    '',
    names.join(';'),
    signed['x-amz-content-sha256'],
  ].join('\n');
  const key = [at.slice(0, 8), region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secretKey}`);
  const signature = createHmac('sha256', key)
    .update(['AWS4-HMAC-SHA256', at, scope, sha256(canonical)].join('\n'))
    .digest('hex');
  return `AWS4-HMAC-SHA256 Credential=${accessKey}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`;
}
