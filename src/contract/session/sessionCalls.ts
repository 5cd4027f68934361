/** Signing in and out, passwords (API.md 4.1). */
import * as v from 'valibot';
import { command, get, query } from '../call.ts';
import { flag, id, optional, sha256, text } from '../fields.ts';
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
  /** While it must be changed: who set it for this person lately, newest first; epoch seconds (S4). */
  starters: v.optional(v.array(v.object({ by: v.string(), at: v.number() }))),
  /** The site demands a passkey of this role and there is none: nothing else is answered before one was registered (passkeyCalls.ts). */
  must_register_passkey: v.boolean(),
  /** An administrator removed this person's passkeys, and the person did not say yet that he read it (`passkey/read_mine`). */
  passkeys_removed: v.boolean(),
});

const delegate = v.object({ profile, role: v.string(), permissions: v.array(v.string()), expires_at: v.number() });
const done = v.object({ _id: v.string() });
const missing = 'Password field is required';
/** One that is compared with what is stored: older clients may have stored what is no SHA-256, and must get in to change it. */
const hash = () => text('Password', { max: 200, missing });
/** One that is stored (S3). */
const newHash = () => sha256('Password', { missing });
/** The asker's own password, typed again before what is hard to take back (S4). */
export const ownHash = () => text('Your password', { max: 200, missing: 'Enter your own password.' });

export const signedIn = v.object({ ...delegate.entries, token: v.string() });

/** SES-04: `phone` receives the entered e-mail; a phone number works too. */
export const loginDelegate = command('administrator/login_delegate', {
  input: { phone: text('Email', { max: 200 }), hash: hash(), remember: optional(flag('remember')) },
  output: signedIn,
  allow: 'open',
});

/** SES-08: the header is preferred; `?token=` works for plain clients (A18). */
export const readDelegate = get('administrator/read_delegate', {
  input: { token: optional(text('token', { max: 200 })) },
  output: delegate,
  allow: 'any',
});

/** SES-09, A19: kept as GET, POST also. */
export const revoke = {
  ...command('auth/revoke', { input: {}, output: v.object({}), allow: 'any' }),
  method: 'GET' as const,
  also: 'POST' as const,
};

/** PROF-06: own id while the password must be changed, else another's with update_manager. */
export const updateAuth = command('user/update_auth', {
  input: { _id: id(), hash: newHash() },
  output: done,
  allow: 'any',
});

/** PROF-06: own id only. */
export const changeAuth = command('user/change_auth', {
  input: { _id: id(), hash_old: hash(), hash_new: newHash() },
  output: done,
  allow: 'any',
});

/** B10.6: a one-time starter password, shown once. 422 at `hash_own` where that is not the asker's own password. */
export const starterPasswordCall = command('user/starter_password', {
  input: { _id: id(), hash_own: ownHash() },
  output: v.object({ starter_password: v.string(), expires_at: v.number() }),
  /** The signup permission of that person's model; the handler looks at whose account it is. */
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
