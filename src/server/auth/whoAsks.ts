/** Who makes a call: the account of a session or of an API token. */
import type { Call } from '#contract/call.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/open.ts';
import { actorOfApiToken, isApiSecret } from './apiTokens.ts';
import { type Actor, type AlsoRead, ANONYMOUS, actorOfToken } from './session.ts';

/** null: nobody known. `also`: what is read in the same statement. */
export async function whoAsks<T>(
  { kysely }: Database,
  token: string | null,
  { allow, path }: Pick<Call, 'allow' | 'path'>,
  now: number,
  { passkeys }: Config,
  also: AlsoRead<T> | null = null,
): Promise<Actor | null> {
  if (allow === 'open') return ANONYMOUS;
  const find = token && isApiSecret(token) ? actorOfApiToken : actorOfToken;
  const who = token ? await find(kysely, token, now, passkeys === 'demanded', also) : null;
  // Logging out twice is no error.
  return !who && path === 'auth/revoke' ? ANONYMOUS : who;
}
