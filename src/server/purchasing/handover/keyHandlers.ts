/** The signing key of the site, and the device keys that it certifies (decision 0611). */
import { sql } from 'kysely';
import { registerKey, revokeKeys } from '#contract/handover/handoverCalls.ts';
import { type Certificate, certify } from '#contract/handover/papers.ts';
import { CERTIFICATE_SECONDS } from '#domain/handover/rules.ts';
import { isPublicKey, newPair, privateKey, privateText, publicText } from '#domain/handover/signing.ts';
import { handle } from '../../calls/handler.ts';
import { invalid, Refusal } from '../../calls/refusal.ts';
import type { Db } from '../../db/open.ts';
import { refusedFor } from './refusedFor.ts';

interface SiteKey {
  public_key: string;
  private_key: string;
}

/** null: no tablet has requested a certificate here yet. */
async function findSiteKey(db: Db): Promise<SiteKey | null> {
  const { rows } = await sql<SiteKey>`select public_key, private_key from site_key`.execute(db);
  return rows[0] ?? null;
}

/** The public key that verifies papers of this site; null: there is no key, so no paper either. */
export const sitePublicKey = async (db: Db): Promise<string | null> => (await findSiteKey(db))?.public_key ?? null;

/** Creates the key at the first request. If two servers create one at once, the first one's key stays. */
async function siteKey(db: Db, now: number): Promise<SiteKey> {
  const known = await findSiteKey(db);
  if (known) return known;
  const pair = await newPair(true);
  await sql`insert into site_key (_id, created, public_key, private_key)
    values ('site', ${now}, ${await publicText(pair.publicKey)}, ${await privateText(pair.privateKey)}) on conflict do nothing`.execute(
    db,
  );
  const made = await findSiteKey(db);
  if (!made) throw new Error('The key of the site was not stored');
  return made;
}

const registerHandler = handle(registerKey, async ({ public_key }, ctx) => {
  if (!(await isPublicKey(public_key))) throw invalid({ public_key: 'This is no public key.' });
  const until = ctx.now + CERTIFICATE_SECONDS;
  const { user_id, name } = ctx.who;
  const device = ctx.deviceId ?? '';
  const { rows } = await sql`insert into device_key as known (public_key, created, modified, user_id, device_id, until)
    values (${public_key}, ${ctx.now}, ${ctx.now}, ${user_id}, ${device}, ${until})
    on conflict (public_key) do update set until = excluded.until, modified = excluded.modified
      where known.user_id = excluded.user_id and known.device_id = excluded.device_id and known.revoked_at is null
    returning public_key`.execute(ctx.db);
  if (rows.length === 0) throw new Refusal('bad_transition', 'This key was revoked. Make a new one.');
  const site = await siteKey(ctx.db, ctx.now);
  const fields = { site: site.public_key, key: public_key, user: user_id, name, device, until };
  const associate = await ctx.db
    .selectFrom('sales_officer')
    .select('_id')
    .where('user_id', '=', user_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return {
    certificate: await certify(await privateKey(site.private_key), fields),
    site: site.public_key,
    until,
    associate: associate?._id ?? null,
  };
});

const revokeHandler = handle(revokeKeys, async ({ user_id }, ctx) => {
  const { rows } =
    await sql`update device_key set revoked_at = ${ctx.now}, revoked_by = ${ctx.who.user_id}, modified = ${ctx.now}
    where user_id = ${user_id} and revoked_at is null returning public_key`.execute(ctx.db);
  await ctx.audit({
    action: 'revoke_keys',
    model: 'manager',
    record_id: user_id,
    record_label: 'Device keys',
    after: { revoked: rows.length },
  });
  return { revoked: rows.length };
});

/**
 * Throws 422 if the key was revoked before it signed. A key that the database does not know is accepted, because the site signed it: a restored backup may be
 * older than the key.
 */
export async function mustNotBeRevoked(db: Db, { key }: Pick<Certificate, 'key'>, signedAt: number): Promise<void> {
  const { rows } = await sql`select 1 from device_key where public_key = ${key} and revoked_at <= ${signedAt}`.execute(
    db,
  );
  if (rows.length > 0) throw refusedFor('revoked');
}

export const keyHandlers = [registerHandler, revokeHandler];
