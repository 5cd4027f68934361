/** Finds the actor of a call: the account of a session or of an API token. */
import type { Call } from '#contract/call.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/open.ts';
import { actorOfApiToken, isApiSecret } from './apiTokens.ts';
import { type Actor, ANONYMOUS, actorOfToken, type ExtraColumn } from './session.ts';

/** null: unknown. `also`: a column to read in the same statement. */
export async function resolveActor<T>(
  { kysely }: Database,
  token: string | null,
  { allow, path }: Pick<Call, 'allow' | 'path'>,
  now: number,
  { passkeys }: Config,
  also: ExtraColumn<T> | null = null,
): Promise<Actor | null> {
  if (allow === 'open') return ANONYMOUS;
  const find = token && isApiSecret(token) ? actorOfApiToken : actorOfToken;
  const who = token ? await find(kysely, token, now, passkeys === 'demanded', also) : null;
  // Logging out twice is no error.
  return !who && path === 'auth/revoke' ? ANONYMOUS : who;
}
