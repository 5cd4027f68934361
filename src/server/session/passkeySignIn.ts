/** The second call of a sign-in: a passkey, or a recovery code instead. */
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { verifyAuthenticationResponse } from '@simplewebauthn/server';
import { sql } from 'kysely';
import { ALL_CAPABILITIES, CAPABILITY_HEADER } from '#contract/capabilities.ts';
import { loginPasskey } from '#contract/session/passkeyCalls.ts';
import { mayUseBackOffice } from '#domain/matrix.ts';
import { countedCheck, type TryOrigin, takeBack } from '../auth/attempts.ts';
import type { SignInMemory } from '../auth/signInMemory.ts';
import { countedAddress } from '../calls/addresses.ts';
import { writeAudit } from '../calls/audit.ts';
import { type Ctx, type Handler, handle } from '../calls/handler.ts';
import { perMinute } from '../calls/rate.ts';
import { invalid, Refusal } from '../calls/refusal.ts';
import type { Config } from '../config.ts';
import { readCredential } from './credential.ts';
import { spendRecoveryCode } from './recoveryCodes.ts';
import { type PasskeyConfig, relyingParty } from './relyingParty.ts';
import { type PasskeyRow, passkeysOf, spendChallenge } from './secondStep.ts';
import { type Account, accountById, isStale, openSession } from './signIn.ts';

const TOO_LATE = 'This took too long. Please sign in again.';

export function passkeySignInHandlers(
  config: PasskeyConfig & Pick<Config, 'callsPerMinute'>,
  memory: SignInMemory,
): Handler[] {
  const strangers = perMinute(config.callsPerMinute);
  return [
    handle(
      loginPasskey,
      async ({ ticket, credential, recovery_code }, ctx) => {
        if ((credential === undefined) === (recovery_code === undefined))
          throw invalid({ recovery_code: 'Use your passkey or a recovery code.' });
        const challenge = await spendChallenge(ctx, ticket, 'sign_in');
        const found = challenge && (await accountById(ctx.db, challenge.user_id));
        // The ticket is unknown, so the request is a stranger's. Only strangers are counted by address. Counting every request would lock out
        // everybody at this address.
        if (!challenge) strangers.count(countedAddress(ctx.address), ctx.now);
        if (!challenge || !found || isStale(found, ctx.now)) throw new Refusal('passkey_refused', TOO_LATE);
        if (found.status !== 'active') throw new Refusal('inactive');
        if (!mayUseBackOffice(found.role)) throw new Refusal('not_back_office');
        // This count is separate from the password's count. The person knows the password at this point, and each correct password would reset a shared
        // count.
        const trying: TryOrigin = {
          from: 'address',
          account: `second:${found._id}`,
          address: ctx.address,
          fresh: true,
        };
        const used: { name: string }[] = [];
        await countedCheck(ctx.database, trying, ctx.now, async () => {
          const right =
            recovery_code === undefined
              ? await checkPasskey(ctx, config, found._id, challenge.challenge, credential ?? '')
              : await spentCode(ctx, found._id, recovery_code);
          if (right) used.push(right);
          return right !== null;
        });
        const [right] = used;
        const by = recovery_code === undefined ? 'passkey' : 'recovery_code';
        if (!right) {
          await ctx.database.transaction((tx) => writeUse({ ...ctx, db: tx }, found, `${by}_failed`));
          throw new Refusal('passkey_refused', by === 'passkey' ? undefined : 'This recovery code is not correct.');
        }
        const opened = await ctx.database.transaction(async (tx) => {
          const inside = { ...ctx, db: tx };
          await takeBack(tx, trying);
          await writeUse(inside, found, `${by}_used`, right.name);
          return openSession(inside, config, found, challenge.remember);
        });
        memory.signedIn(ctx.deviceId, ctx.now);
        ctx.setHeader(CAPABILITY_HEADER, ALL_CAPABILITIES);
        return opened;
      },
      { keyless: true, ownTransactions: true, ownCount: true },
    ),
  ];
}

/** An empty name when the code is right, because recovery codes have no names. Null when the code is not this person's or was used. */
async function spentCode(ctx: Ctx, userId: string, code: string): Promise<{ name: string } | null> {
  const spent = await ctx.database.transaction((tx) => spendRecoveryCode({ ...ctx, db: tx }, userId, code));
  return spent ? { name: '' } : null;
}

/** The passkey that signed, with its counter advanced. Null when it is refused for any reason. */
async function checkPasskey(
  ctx: Ctx,
  config: PasskeyConfig,
  userId: string,
  challenge: string,
  sent: string,
): Promise<PasskeyRow | null> {
  const response = readCredential<AuthenticationResponseJSON>(sent);
  const { id, origins } = relyingParty(config, ctx.origin);
  const passkey = (await passkeysOf(ctx.db, userId)).find(
    (one) => one.credential_id === response?.id && one.rp_id === id,
  );
  if (!response || !passkey || challenge === '') return null;
  const counter = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origins,
    expectedRPID: id,
    credential: {
      id: passkey.credential_id,
      publicKey: Buffer.from(passkey.public_key, 'base64url'),
      counter: passkey.counter,
    },
    requireUserVerification: false,
  }).then(
    ({ verified, authenticationInfo }) => (verified ? authenticationInfo.newCounter : null),
    // The library throws a different error per reason. The caller only needs to know that the passkey was refused.
    () => null,
  );
  if (counter === null) return null;
  // The counter must never go back, even if another sign-in with this passkey ran meanwhile.
  const { rows } = await ctx.database.transaction((tx) =>
    sql`update passkey set counter = ${counter}, last_used = ${ctx.now}
      where _id = ${passkey._id} and (counter < ${counter}::int8 or (counter = 0 and ${counter}::int8 = 0)) returning 1`.execute(
      tx,
    ),
  );
  return rows.length > 0 ? passkey : null;
}

async function writeUse(ctx: Ctx, account: Account, action: string, label = ''): Promise<void> {
  const who = { ...ctx.who, user_id: account._id, name: account.name, role: account.role };
  await writeAudit({ ...ctx, who }, { action, model: 'passkey', record_id: account._id, record_label: label });
}
