/** Calls over a real line for `npm run load`, each measured. */
import { createHash, randomUUID } from 'node:crypto';
import { encodeForm } from '#contract/form.ts';

/** One call that is over. `code`: of the answer; 0: no answer came. */
export interface LoadCall {
  readonly path: string;
  readonly ms: number;
  readonly code: number;
}

export type LoadFields = Readonly<Record<string, unknown>>;

export interface LoadClient {
  /** Its data; null where the answer is none of success. A write takes a key of its own. */
  get(path: string, fields?: LoadFields): Promise<unknown>;
  post(path: string, fields: LoadFields): Promise<unknown>;
}

interface Envelope {
  code: number;
  message: string;
  data: unknown;
}

/** A request takes at most this long, as on a tablet; a sign-in of a site that is busy may take longer. */
const PATIENCE_MS = 30_000;
const SIGN_IN_MS = 180_000;

async function ask(
  url: string,
  method: 'GET' | 'POST',
  path: string,
  fields: LoadFields,
  token: string,
  patience = PATIENCE_MS,
): Promise<Envelope> {
  const text = encodeForm(fields);
  const response = await fetch(`${url}/api/${path}${method === 'GET' && text ? `?${text}` : ''}`, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(method === 'POST' && {
        'content-type': 'application/x-www-form-urlencoded',
        'idempotency-key': randomUUID(),
      }),
    },
    body: method === 'POST' ? text : null,
    signal: AbortSignal.timeout(patience),
  });
  const answer = (await response.json()) as Partial<Envelope>;
  return { code: answer.code ?? response.status, message: answer.message ?? '', data: answer.data ?? null };
}

/** Signs in and returns the token. Throws an Error with the server's sentence. */
export async function signInForLoad(url: string, account: string): Promise<string> {
  const at = account.indexOf(':');
  const [email, password] = at < 0 ? [account, ''] : [account.slice(0, at), account.slice(at + 1)];
  const hash = createHash('sha256').update(password).digest('hex');
  const { code, message, data } = await ask(
    url,
    'POST',
    'administrator/login_delegate',
    { phone: email, hash },
    '',
    SIGN_IN_MS,
  );
  const { token } = (data ?? {}) as { token?: unknown };
  if (code !== 200 || typeof token !== 'string') throw new Error(`${email} cannot sign in: ${message || code}`);
  return token;
}

/** Which environment the site says that it is, to who is signed in; '' where it does not say. */
export async function environmentOf(url: string, token: string): Promise<string> {
  const { data } = await ask(url, 'GET', 'health', {}, token);
  const { environment } = (data ?? {}) as { environment?: unknown };
  return typeof environment === 'string' ? environment : '';
}

export function loadClient(url: string, token: string, note: (call: LoadCall) => void): LoadClient {
  const measured = async (method: 'GET' | 'POST', path: string, fields: LoadFields) => {
    const began = performance.now();
    const answer = await ask(url, method, path, fields, token).catch(() => null);
    note({ path, ms: performance.now() - began, code: answer?.code ?? 0 });
    return answer?.code === 200 ? answer.data : null;
  };
  return {
    get: (path, fields = {}) => measured('GET', path, fields),
    post: (path, fields) => measured('POST', path, fields),
  };
}
