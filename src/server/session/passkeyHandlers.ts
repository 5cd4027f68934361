/** A person's own passkeys, and the administrator's help after a device is lost (security S7). */
import {
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { sql } from 'kysely';
import {
  myPasskeys,
  newRecoveryCodes,
  passkeyOptions,
  passkeyRemovalRead,
  registerPasskey,
  removePasskey,
  removePasskeysOf,
  renamePasskey,
} from '#contract/session/passkeyCalls.ts';
import { APP_NAME, isPasskeyRole } from '#domain/permissions.ts';
import { demandOwnPassword } from '../auth/ownPassword.ts';
import { endSessions } from '../auth/session.ts';
import { writeAudit } from '../calls/audit.ts';
import { type Ctx, type Handler, handle } from '../calls/handler.ts';
import { invalid, notFound, Refusal } from '../calls/refusal.ts';
import type { Config } from '../config.ts';
import { readCredential } from './credential.ts';
import { codesLeft, makeRecoveryCodes } from './recoveryCodes.ts';
import { relyingParty } from './relyingParty.ts';
import { described, keepChallenge, PATIENCE, type PasskeyRow, passkeysOf, spendChallenge } from './secondStep.ts';
import { accountById } from './signIn.ts';

/** The most passkeys of one account. */
const MOST = 10;
const NO_NAME = 'Passkeys need a name for this server, such as office.example, and not a bare address.';
const LAST = 'A passkey is demanded of you. Register another one before you remove this one.';

/** Slow work (scrypt) precedes each change, so these calls open their own transactions. */
const OWN = { keyless: true, ownTransactions: true } as const;

export const passkeyHandlers = (config: Config): Handler[] => [
  readOwn(config),
  askToRegister(config),
  register(config),
  rename,
  removeOwn(config),
  replaceRecoveryCodes,
  noteRemovalRead,
  removeOfOther,
];

/** Whether the site demands a passkey of the person who asks. */
const isDemanded = (config: Config, ctx: Ctx) => config.passkeys === 'demanded' && isPasskeyRole(ctx.who.role);

const inTransaction = <T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>) =>
  ctx.database.transaction((tx) => work({ ...ctx, db: tx }));

const readOwn = (config: Config) =>
  handle(myPasskeys, async (_input, ctx) => {
    const rows = await passkeysOf(ctx.db, ctx.who.user_id);
    const removed = await ctx.db
      .selectFrom('passkey_removal')
      .select(['by_name as by', 'at'])
      .where('user_id', '=', ctx.who.user_id)
      .executeTakeFirst();
    return {
      passkeys: rows.map(({ _id, name, created, last_used }) => ({ _id, name, created, last_used })),
      codes_left: await codesLeft(ctx, ctx.who.user_id),
      demanded: isDemanded(config, ctx),
      removed: removed ?? null,
    };
  });

const askToRegister = (config: Config) =>
  handle(
    passkeyOptions,
    async ({ hash_own }, ctx) => {
      const { id } = relyingParty(config, ctx.origin);
      if (id === '') throw new Refusal('validation', NO_NAME);
      await demandOwnPassword(ctx, hash_own);
      return inTransaction(ctx, async (within) => askRegistration(within, id));
    },
    OWN,
  );

const register = (config: Config) =>
  handle(
    registerPasskey,
    async ({ ticket, name, credential }, ctx) => {
      const challenge = await spendChallenge(ctx, ticket, 'register');
      // A ticket is only valid in the session that requested it.
      if (!challenge || challenge.session_id !== ctx.who.session_id)
        throw new Refusal('passkey_refused', 'This took too long. Please try again.');
      const { id, origins } = relyingParty(config, ctx.origin);
      const response = readCredential<RegistrationResponseJSON>(credential);
      const made =
        response &&
        (await verifyRegistrationResponse({
          response,
          expectedChallenge: challenge.challenge,
          expectedOrigin: origins,
          expectedRPID: id,
          requireUserVerification: false,
        }).catch(() => null));
      if (!made?.verified) throw new Refusal('passkey_refused');
      const { credential: key } = made.registrationInfo;
      return inTransaction(ctx, (within) =>
        keepPasskey(within, {
          _id: ctx.newId(),
          user_id: ctx.who.user_id,
          credential_id: key.id,
          public_key: Buffer.from(key.publicKey).toString('base64url'),
          counter: key.counter,
          transports: (response?.response.transports ?? []).filter((one) => /^[a-z-]{1,20}$/.test(one)).join(','),
          rp_id: id,
          name,
          created: ctx.now,
          last_used: null,
        }),
      );
    },
    OWN,
  );

const rename = handle(renamePasskey, async ({ _id, name }, ctx) => {
  const before = await ownPasskey(ctx, _id);
  await sql`update passkey set name = ${name} where _id = ${_id}`.execute(ctx.db);
  const changed = { before: { name: before.name }, after: { name } };
  await ctx.audit({
    action: 'update',
    model: 'passkey',
    record_id: ctx.who.user_id,
    record_label: name,
    ...changed,
  });
  return { _id };
});

const removeOwn = (config: Config) =>
  handle(
    removePasskey,
    async ({ _id, hash_own }, ctx) => {
      await demandOwnPassword(ctx, hash_own);
      return inTransaction(ctx, async (within) => {
        await holdAccount(within, ctx.who.user_id);
        const passkey = await ownPasskey(within, _id);
        const last = (await passkeysOf(within.db, ctx.who.user_id)).length === 1;
        if (last && isDemanded(config, ctx)) throw new Refusal('in_use', LAST);
        await sql`delete from passkey where _id = ${_id}`.execute(within.db);
        // Recovery codes replace a lost passkey. Without a passkey they are useless, and the next passkey comes with new ones.
        if (last) await sql`delete from recovery_code where user_id = ${ctx.who.user_id}`.execute(within.db);
        await audit(within, 'remove', ctx.who.user_id, passkey.name);
        return { _id };
      });
    },
    OWN,
  );

const replaceRecoveryCodes = handle(
  newRecoveryCodes,
  async ({ hash_own }, ctx) => {
    await demandOwnPassword(ctx, hash_own);
    return inTransaction(ctx, async (within) => {
      await holdAccount(within, ctx.who.user_id);
      if ((await passkeysOf(within.db, ctx.who.user_id)).length === 0)
        throw new Refusal('bad_transition', 'Add a passkey first.');
      const codes = await makeRecoveryCodes(within, ctx.who.user_id);
      await audit(within, 'recovery_codes', ctx.who.user_id, '');
      return { recovery_codes: codes };
    });
  },
  OWN,
);

const noteRemovalRead = handle(passkeyRemovalRead, async (_input, ctx) => {
  await sql`delete from passkey_removal where user_id = ${ctx.who.user_id}`.execute(ctx.db);
  return {};
});

const removeOfOther = handle(
  removePasskeysOf,
  async ({ _id, hash_own }, ctx) => {
    if (_id === ctx.who.user_id) throw invalid({ _id: 'Your own passkeys are on your profile.' });
    await demandOwnPassword(ctx, hash_own);
    return inTransaction(ctx, (within) => removeAll(within, _id));
  },
  OWN,
);

const audit = (ctx: Ctx, action: string, userId: string, label: string) =>
  writeAudit(ctx, { action, model: 'passkey', record_id: userId, record_label: label });

/** Locks the account, so that two changes of one person's passkeys run one after the other. */
async function holdAccount(ctx: Ctx, userId: string): Promise<void> {
  await sql`select 1 from user_account where _id = ${userId} for update`.execute(ctx.db);
}

async function ownPasskey(ctx: Ctx, id: string): Promise<PasskeyRow> {
  const found = (await passkeysOf(ctx.db, ctx.who.user_id)).find((one) => one._id === id);
  if (!found) throw notFound('Passkey');
  return found;
}

async function askRegistration(ctx: Ctx, rpId: string) {
  const account = await accountById(ctx.db, ctx.who.user_id);
  if (!account) throw new Refusal('unauthorized');
  const known = await passkeysOf(ctx.db, account._id);
  if (known.length >= MOST) throw new Refusal('limit', `An account has at most ${MOST} passkeys.`);
  const options = await generateRegistrationOptions({
    rpName: APP_NAME,
    rpID: rpId,
    userName: account.email,
    userDisplayName: account.name,
    userID: Buffer.from(account._id),
    attestationType: 'none',
    excludeCredentials: known.filter((one) => one.rp_id === rpId).map(described),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    timeout: PATIENCE * 1_000,
  });
  const kept = await keepChallenge(ctx, {
    user_id: account._id,
    purpose: 'register',
    challenge: options.challenge,
    remember: false,
    session_id: ctx.who.session_id,
  });
  return { ...kept, options: options as typeof options & Record<string, unknown> };
}

async function keepPasskey(ctx: Ctx, row: PasskeyRow) {
  await holdAccount(ctx, row.user_id);
  const before = await passkeysOf(ctx.db, row.user_id);
  if (before.length >= MOST) throw new Refusal('limit', `An account has at most ${MOST} passkeys.`);
  const { rows } = await sql`insert into passkey
      (_id, user_id, credential_id, public_key, counter, transports, rp_id, name, created)
    values (${row._id}, ${row.user_id}, ${row.credential_id}, ${row.public_key}, ${row.counter}, ${row.transports}, ${row.rp_id},
      ${row.name}, ${row.created}) on conflict (credential_id) do nothing returning 1`.execute(ctx.db);
  if (rows.length === 0) throw new Refusal('duplicate', 'This passkey was added already.');
  await sql`delete from passkey_removal where user_id = ${row.user_id}`.execute(ctx.db);
  await audit(ctx, 'register', row.user_id, row.name);
  const codes = before.length === 0 ? await makeRecoveryCodes(ctx, row.user_id) : null;
  return { _id: row._id, recovery_codes: codes };
}

async function removeAll(ctx: Ctx, userId: string) {
  await holdAccount(ctx, userId);
  const account = await accountById(ctx.db, userId);
  if (!account) throw notFound('User');
  const { rows } = await sql`delete from passkey where user_id = ${userId} returning 1`.execute(ctx.db);
  if (rows.length === 0) throw new Refusal('bad_transition', `${account.name} has no passkey.`);
  await sql`delete from recovery_code where user_id = ${userId}`.execute(ctx.db);
  await sql`delete from passkey_challenge where user_id = ${userId}`.execute(ctx.db);
  await sql`insert into passkey_removal (user_id, by_name, at) values (${userId}, ${ctx.who.name}, ${ctx.now})
    on conflict (user_id) do update set by_name = excluded.by_name, at = excluded.at`.execute(ctx.db);
  // A person who found the lost device may be signed in on it.
  await endSessions(ctx.db, userId, ctx.now);
  await audit(ctx, 'remove_of', userId, account.name);
  return { removed: rows.length };
}
