/** The secret of a hook and the signature of a delivery, by the convention of Standard Webhooks (standardwebhooks.com). */
import { createHmac } from 'node:crypto';

/** The columns of a webhook that {@link secretOf} needs. */
export interface SecretOf {
  readonly _id: string;
  readonly secret_no: number;
}

/** The key that only the hook's receiver and this server know, 32 bytes. `key`: `secretKey(db, 'webhook', config)`. */
const bytesOf = (key: string, { _id, secret_no }: SecretOf): Buffer =>
  createHmac('sha256', key).update(`webhook:${_id}:${secret_no}`).digest();

/** The secret as the receiver stores it: `whsec_` and 44 characters of base64. */
export const secretOf = (key: string, hook: SecretOf): string => `whsec_${bytesOf(key, hook).toString('base64')}`;

/** The headers that sign one attempt. `at`: epoch seconds of the attempt. */
export function signedHeaders(key: string, hook: SecretOf, id: string, at: number, body: string) {
  const signature = createHmac('sha256', bytesOf(key, hook)).update(`${id}.${at}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': String(at), 'webhook-signature': `v1,${signature}` };
}
