/** Who makes a call: the account of a session or of an API token. */
import type { Gate } from '#contract/gate.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/open.ts';
import { actorOfApiToken, isApiSecret } from './apiTokens.ts';
import { type Actor, ANONYMOUS, actorOfToken } from './session.ts';

/** null: nobody known. */
export async function whoAsks(
  { kysely }: Database,
  token: string | null,
  gate: Gate,
  now: number,
  path: string,
  { passkeys }: Config,
): Promise<Actor | null> {
  if (gate === 'open') return ANONYMOUS;
  const find = token && isApiSecret(token) ? actorOfApiToken : actorOfToken;
  const who = token ? await find(kysely, token, now, passkeys === 'demanded') : null;
  // Logging out twice is no error (API.md 4.1).
  return !who && path === 'auth/revoke' ? ANONYMOUS : who;
}
