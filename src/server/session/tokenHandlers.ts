/** API tokens of an account: list, make, revoke (decision 0570). */
import { sql } from 'kysely';
import { type ApiToken, createToken, revokeToken, tokensOfUser } from '#contract/session/tokenCalls.ts';
import { can } from '#domain/permissions.ts';
import { DAY } from '#domain/time.ts';
import { hintOf, newApiSecret } from '../auth/apiTokens.ts';
import { isOwnPassword, needOwnPassword } from '../auth/ownPassword.ts';
import { tokenHash } from '../auth/session.ts';
import { type Handler, handle } from '../calls/handler.ts';
import { notFound, Refusal } from '../calls/refusal.ts';

/** The most tokens of an account that work at the same time. */
const MOST_TOKENS = 20;

const COLUMNS = ['_id', 'name', 'scopes', 'hint', 'created', 'expires', 'last_used'] as const;

const readTokens = handle(tokensOfUser, async ({ user_id }, ctx) => {
  if (user_id !== ctx.who.user_id && !can(ctx.who, 'view_managers')) throw new Refusal('forbidden');
  return ctx.db
    .selectFrom('api_token')
    .select(COLUMNS)
    .where('user_id', '=', user_id)
    .where('revoked', 'is', null)
    .orderBy('created', 'desc')
    .orderBy('_id', 'desc')
    .execute();
});

const makeToken = handle(
  createToken,
  async ({ name, scopes, days }, ctx, right: boolean) => {
    needOwnPassword(right);
    const { user_id } = ctx.who;
    // Two at once must not both be the twentieth.
    await sql`select 1 from user_account where _id = ${user_id} for update`.execute(ctx.db);
    const live = await ctx.db
      .selectFrom('api_token')
      .select('_id')
      .where('user_id', '=', user_id)
      .where('revoked', 'is', null)
      .where('expires', '>', ctx.now)
      .execute();
    if (live.length >= MOST_TOKENS)
      throw new Refusal('limit', `An account has at most ${MOST_TOKENS} API tokens. Revoke one first.`);
    const secret = newApiSecret();
    const token: ApiToken = {
      _id: ctx.newId(),
      name,
      scopes: [...new Set(scopes)].sort(),
      hint: hintOf(secret),
      created: ctx.now,
      expires: ctx.now + days * DAY,
      last_used: null,
    };
    await sql`insert into api_token (_id, user_id, name, scopes, secret_hash, hint, created, expires)
      values (${token._id}, ${user_id}, ${name}, ${token.scopes}::text[], ${tokenHash(secret)}, ${token.hint}, ${ctx.now},
        ${token.expires})`.execute(ctx.db);
    await ctx.audit({
      action: 'make_token',
      model: 'user',
      record_id: user_id,
      record_label: name,
      after: { name, scopes: token.scopes, expires: token.expires },
    });
    return { token, secret };
  },
  { keyless: true, prepare: ({ hash_own }, ctx) => isOwnPassword(ctx, hash_own) },
);

const endToken = handle(revokeToken, async ({ _id }, ctx) => {
  const whose = can(ctx.who, 'update_manager') ? sql`true` : sql`user_id = ${ctx.who.user_id}`;
  const { rows } = await sql<{ name: string; user_id: string }>`update api_token set revoked = ${ctx.now}
    where _id = ${_id} and revoked is null and ${whose} returning name, user_id`.execute(ctx.db);
  const [token] = rows;
  if (!token) throw notFound('API token');
  await ctx.audit({
    action: 'revoke_token',
    model: 'user',
    record_id: token.user_id,
    record_label: token.name,
    before: { name: token.name },
  });
  return { _id };
});

export const tokenHandlers: readonly Handler[] = [readTokens, makeToken, endToken];
