/** A new password by e-mail, where the server has a mailer. */
import * as v from 'valibot';
import { command, get } from '../call.ts';
import { email, sha256, text } from '../fields.ts';

/** Whether the sign-in screen may offer it. */
export const resetOffered = get('auth/reset_offered', {
  input: {},
  output: v.object({ offered: v.boolean() }),
  allow: 'open',
});

/** The same answer for known and unknown addresses. */
export const requestReset = command('auth/request_reset', {
  input: { email: email() },
  output: v.object({ minutes: v.number() }),
  allow: 'open',
});

/** `token`: from the link. `hash`: SHA-256 in hex of the new password. Ends every session of the account and opens none. */
export const resetPassword = command('auth/reset_password', {
  input: {
    token: text('Link', { max: 100 }),
    hash: sha256('Password', { missing: 'Password field is required' }),
  },
  output: v.object({}),
  allow: 'open',
});
