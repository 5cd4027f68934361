/** One try to sign in at a running server, over HTTP, as a device behind a proxy sends it. */
import { passwordHash } from '#client/session/passwordHash.ts';

export interface SignInResult {
  /** 0: no answer came, or not before `signal` ended it. */
  code: number;
  /** Seconds. */
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
