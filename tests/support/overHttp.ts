/** Calls of a server in another process, over a real connection, as an app makes them. */
import { passwordHash } from '#client/session/passwordHash.ts';
import { encodeForm } from '#contract/form.ts';
import type { Data } from './server.ts';

export interface HttpAnswer {
  code: number;
  message: string;
  data: Data;
  status: number;
  headers: Headers;
  /** The answer is the stored one of an earlier request with the same key. */
  replay: boolean;
}

export interface With {
  token?: string | undefined;
  key?: string | undefined;
}

/**
 * Makes one call. Rejects if no answer came. Waits and repeats after 429, because a test makes more calls in a minute than one account may.
 * @param url of the server, without a slash at its end
 */
export async function askOver(
  url: string,
  method: 'GET' | 'POST',
  path: string,
  fields: Readonly<Record<string, unknown>> = {},
  { token, key }: With = {},
): Promise<HttpAnswer> {
  const body = encodeForm(fields);
  const headers = {
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(key ? { 'idempotency-key': key } : {}),
  };
  const response = await fetch(
    `${url}/api/${path}${method === 'GET' && body ? `?${body}` : ''}`,
    method === 'GET' ? { headers } : { method, headers, body: new URLSearchParams(body) },
  );
  const answer = (await response.json()) as Pick<HttpAnswer, 'code' | 'message' | 'data'>;
  if (answer.code === 429) {
    await new Promise((resolve) => setTimeout(resolve, 1_000 * (answer.data?.retry_after ?? 5)));
    return askOver(url, method, path, fields, { token, key });
  }
  return {
    ...answer,
    status: response.status,
    headers: response.headers,
    replay: response.headers.get('idempotent-replay') === '1',
  };
}

/** Signs a demo account in by the first part of its e-mail. Returns the whole answer; the token is `data.token`. */
export async function signInOver(url: string, first: string): Promise<HttpAnswer> {
  const hash = await passwordHash(`${first}-Passw0rd`);
  return askOver(url, 'POST', 'administrator/login_delegate', { phone: `${first}@example.test`, hash, remember: true });
}
