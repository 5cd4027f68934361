/** Stores pictures in a bucket over HTTPS, signed with AWS Signature Version 4, which every S3-compatible store supports. */
import { createHash } from 'node:crypto';
import { AwsV4Signer } from 'aws4fetch';
import type { S3Config } from '../serviceConfig.ts';
import type { FileStore } from './storedFiles.ts';

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
      headers: { ...headers, authorization: await authorization(config, method, url, headers) },
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
const stamp = (at: Date) => at.toISOString().replace(/[-:]|\.\d{3}/g, '');

/** The Authorization header over all `headers`. They must include x-amz-date and x-amz-content-sha256, with names in lower case. */
export function authorization(
  { region, accessKey, secretKey }: Pick<S3Config, 'region' | 'accessKey' | 'secretKey'>,
  method: string,
  url: URL,
  headers: Readonly<Record<string, string>>,
): Promise<string> {
  const signer = new AwsV4Signer({
    method,
    url: url.href,
    headers,
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    service: 's3',
    region,
    ...(headers['x-amz-date'] ? { datetime: headers['x-amz-date'] } : {}),
    allHeaders: true,
  });
  return signer.authHeader();
}
