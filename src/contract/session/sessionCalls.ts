/** Signing in, signing out and passwords (API.md 4.1). */
import * as v from 'valibot';
import { command, get, query } from '../call.ts';
import { flag, id, optional, sha256, text } from '../fields.ts';
import { homeFigures } from '../home/homeCalls.ts';
import { workToDo } from '../home/workCalls.ts';
import { named } from '../model.ts';

export const profile = v.object({
  _id: v.string(),
  user_id: v.string(),
  name: v.string(),
  phone: v.nullable(v.string()),
  email: v.string(),
  role: v.string(),
  role_name: v.string(),
  permissions: v.array(v.string()),
  seller: v.nullable(named),
  must_change: v.boolean(),
  /** Present while the password must be changed: who set it recently, newest first, with epoch seconds (S4). */
  starters: v.optional(v.array(v.object({ by: v.string(), at: v.number() }))),
  /**
   * True if the site requires a passkey for this role and the account has none. All other calls are refused until one is registered
   * (passkeyCalls.ts).
   */
  must_register_passkey: v.boolean(),
  /** True if an administrator removed this person's passkeys, and the person has not acknowledged that yet (`passkey/read_mine`). */
  passkeys_removed: v.boolean(),
});

const delegate = v.object({ profile, role: v.string(), permissions: v.array(v.string()), expires_at: v.number() });
const done = v.object({ _id: v.string() });
const missing = 'Password field is required';
/** A hash to compare with the stored one. Older clients may have stored something that is no SHA-256; such accounts must get in to change it. */
const hash = () => text('Password', { max: 200, missing });
/** A hash to store (S3). */
const newHash = () => sha256('Password', { missing });
/** The account's own password, typed again before changes that are hard to undo (S4). */
export const ownHash = () => text('Your password', { max: 200, missing: 'Enter your own password.' });

export const signedIn = v.object({ ...delegate.entries, token: v.string() });

/** The answers of the home's first reads, by their calls; each with the fields `{}` (decision 1020). */
const firstReads = v.object({
  'work/read_mine': workToDo.output,
  'home/figures': homeFigures.output,
});
export type FirstReads = v.InferOutput<typeof firstReads>;

/**
 * Signs in (SES-04). `phone` holds the typed e-mail address; a phone number works too. With `first` the answer brings the home's first reads, unless the
 * person has no such home or must do something else before.
 */
export const loginDelegate = command('administrator/login_delegate', {
  input: {
    ...{ phone: text('Email', { max: 200 }), hash: hash() },
    ...{ remember: optional(flag('remember')), first: optional(flag('first')) },
  },
  output: v.object({ ...signedIn.entries, first: v.optional(firstReads) }),
  allow: 'open',
});

/** Reads the signed-in account (SES-08). The header is preferred; `?token=` works for simple clients (A18). */
export const readDelegate = get('administrator/read_delegate', {
  input: { token: optional(text('token', { max: 200 })) },
  output: delegate,
  allow: 'any',
});

/** Signs out; GET is kept for existing clients, and POST works too (SES-09, A19). */
export const revoke = {
  ...command('auth/revoke', { input: {}, output: v.object({}), allow: 'any' }),
  method: 'GET' as const,
  also: 'POST' as const,
};

/** Sets a password: the account's own while it must be changed, else another's with update_manager (PROF-06). */
export const updateAuth = command('user/update_auth', {
  input: { _id: id(), hash: newHash() },
  output: done,
  allow: 'any',
});

/** Changes the account's own password (PROF-06). */
export const changeAuth = command('user/change_auth', {
  input: { _id: id(), hash_old: hash(), hash_new: newHash() },
  output: done,
  allow: 'any',
});

/** Creates a one-time starter password, shown once (B10.6). 422 at `hash_own` if that is not the password of the account that makes the request. */
export const starterPasswordCall = command('user/starter_password', {
  input: { _id: id(), hash_own: ownHash() },
  output: v.object({ starter_password: v.string(), expires_at: v.number() }),
  /** The signup permission of the person's model is needed; the handler checks which model it is. */
  allow: ['signup_manager', 'signup_sales_officer'],
});

const sessionRow = v.object({
  _id: v.string(),
  created: v.number(),
  last_seen: v.number(),
  device: v.nullable(v.string()),
  current: v.boolean(),
});
export const sessions = query('auth/sessions', { input: {}, output: v.array(sessionRow), allow: 'any' });
export const revokeOther = command('auth/revoke_other', {
  input: {},
  output: v.object({ revoked: v.number() }),
  allow: 'any',
});
