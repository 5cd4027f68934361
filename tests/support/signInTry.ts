/** One attempt to sign in at a running server over HTTP, as from a device behind a proxy. */
import { passwordHash } from '#client/session/passwordHash.ts';

export interface SignInResult {
  /** The HTTP status. 0: no answer came before `signal` ended the call. */
  code: number;
  /** The duration in seconds. */
  retryAfter: number;
}

export interface SignInTry {
  readonly url: string;
  readonly name: string;
  readonly password: string;
  /** The network address that the proxy reports. */
  readonly address: string;
  readonly device: string;
  readonly signal?: AbortSignal;
}

export async function tryToSignIn({ url, name, password, address, device, signal }: SignInTry): Promise<SignInResult> {
  const hash = await passwordHash(password);
  return fetch(`${url}/api/administrator/login_delegate`, {
    method: 'POST',
    headers: { 'x-forwarded-for': address, 'x-device-id': device },
    body: new URLSearchParams({ phone: `${name}@example.test`, hash }),
    ...(signal ? { signal } : {}),
  })
    .then(async (response) => {
      await response.arrayBuffer();
      return { code: response.status, retryAfter: Number(response.headers.get('retry-after') ?? 0) };
    })
    .catch(() => ({ code: 0, retryAfter: 0 }));
}
