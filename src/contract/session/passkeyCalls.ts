/** Passkeys: the second step of signing in, and the calls of the profile (security S7, docs/api/keys.md). */
import * as v from 'valibot';
import { command, query } from '../call.ts';
import { fileText, id, optional, text } from '../fields.ts';
import { signedIn } from './sessionCalls.ts';

/** SHA-256 hex of the account's own password, which every change here requires. */
const ownPassword = () => text('Password', { max: 200, missing: 'Password field is required' });
/** The credential that the browser's WebAuthn API returned, as JSON text. */
const credential = () => fileText('credential');
const ticket = () => text('ticket', { max: 200 });

const done = v.object({ _id: v.string() });
/** The options for the browser's WebAuthn API, in the shape of the W3C standard. */
const options = v.looseObject({ challenge: v.string() });
/** New recovery codes, shown only once; null if the earlier ones stay valid. */
const freshCodes = v.nullable(v.array(v.string()));

/**
 * The second call of a sign-in: the ticket from the refusal `passkey_required` of `administrator/login_delegate` (`data`: ticket, options or null,
 * expires_at), and a credential or a recovery code.
 */
export const loginPasskey = command('administrator/login_passkey', {
  input: { ticket: ticket(), credential: optional(credential()), recovery_code: optional(text('Recovery code')) },
  output: signedIn,
  allow: 'open',
});

const passkeyRow = v.object({
  _id: v.string(),
  name: v.string(),
  /** Epoch seconds. */
  created: v.number(),
  last_used: v.nullable(v.number()),
});
export type Passkey = v.InferOutput<typeof passkeyRow>;

/**
 * `demanded`: the site's configuration requires a passkey for this role. `removed`: an administrator removed the passkeys, and the person has not
 * acknowledged that yet.
 */
export const myPasskeys = query('passkey/read_mine', {
  input: {},
  output: v.object({
    passkeys: v.array(passkeyRow),
    codes_left: v.number(),
    demanded: v.boolean(),
    removed: v.nullable(v.object({ by: v.string(), at: v.number() })),
  }),
  allow: 'any',
});

export const passkeyOptions = command('passkey/register_options', {
  input: { hash_own: ownPassword() },
  output: v.object({ ticket: v.string(), options, expires_at: v.number() }),
  allow: 'any',
});
export const registerPasskey = command('passkey/register', {
  input: { ticket: ticket(), name: text('Name', { min: 1, max: 60 }), credential: credential() },
  output: v.object({ _id: v.string(), recovery_codes: freshCodes }),
  allow: 'any',
});
export const renamePasskey = command('passkey/rename', {
  input: { _id: id(), name: text('Name', { min: 1, max: 60 }) },
  output: done,
  allow: 'any',
});
export const removePasskey = command('passkey/remove', {
  input: { _id: id(), hash_own: ownPassword() },
  output: done,
  allow: 'any',
});
/** Creates new recovery codes; the earlier ones become invalid. */
export const newRecoveryCodes = command('passkey/recovery_codes', {
  input: { hash_own: ownPassword() },
  output: v.object({ recovery_codes: v.array(v.string()) }),
  allow: 'any',
});
/** The person acknowledges that an administrator removed the passkeys. */
export const passkeyRemovalRead = command('passkey/removal_read', { input: {}, output: v.object({}), allow: 'any' });
/** Removes all passkeys and recovery codes of another account and ends its sessions, after a device was lost. `_id` is that of the account. */
export const removePasskeysOf = command('passkey/remove_of', {
  input: { _id: id(), hash_own: ownPassword() },
  output: v.object({ removed: v.number() }),
  // Only administrators have this permission.
  allow: 'update_manager',
});
