/** API tokens: programs call in the name of an account (decision 0570, docs/api/tokens.md). */
import * as v from 'valibot';
import { command, query } from '../call.ts';
import { id, integer, list, oneOf, text } from '../fields.ts';
import { SCOPES } from '../scopes.ts';
import { ownHash } from './sessionCalls.ts';

/** The longest life of a token, days. */
export const MOST_TOKEN_DAYS = 365;

const apiTokenRow = v.object({
  _id: v.string(),
  name: v.string(),
  scopes: v.array(v.picklist(SCOPES)),
  /** The first and the last characters of the secret: "kasuwa_4fGh…9Qzx". */
  hint: v.string(),
  /** Epoch seconds. */
  created: v.number(),
  expires: v.number(),
  /** Epoch seconds, to the hour; null: never. */
  last_used: v.nullable(v.number()),
});
export type ApiToken = v.InferOutput<typeof apiTokenRow>;

/** The tokens of an account that nobody revoked, newest first. Those of another account need view_managers, which the handler checks. */
export const tokensOfUser = query('api_token/read_by_user', {
  input: { user_id: id('user_id') },
  output: v.array(apiTokenRow),
  allow: 'any',
});

/** Creates a token of the own account. Only this answer contains `secret`. 422 at `hash_own`; 422 `limit` beyond twenty valid tokens. */
export const createToken = command('api_token/create', {
  input: {
    name: text('Name', { min: 1, max: 60 }),
    scopes: list(oneOf('Scopes', SCOPES, { missing: 'Choose what the token may do.' })),
    days: integer('Days', {
      min: 1,
      max: MOST_TOKEN_DAYS,
      range: `Days must be between 1 and ${MOST_TOKEN_DAYS}`,
      missing: 'Choose when the token ends.',
    }),
    hash_own: ownHash(),
  },
  output: v.object({ token: apiTokenRow, secret: v.string() }),
  allow: 'any',
});

/** Ends a token for good: one's own, or another account's with update_manager. 404 for others. */
export const revokeToken = command('api_token/revoke', {
  input: { _id: id() },
  output: v.object({ _id: v.string() }),
  allow: 'any',
});
