/** Password reset by e-mail, if the server has a mailer. */
import * as v from 'valibot';
import { command, get } from '../call.ts';
import { email, sha256, text } from '../fields.ts';

/** Reads whether the sign-in screen may offer a reset. */
export const resetOffered = get('auth/reset_offered', {
  input: {},
  output: v.object({ offered: v.boolean() }),
  allow: 'open',
});

/** Requests a reset. The response is the same for known and unknown addresses. */
export const requestReset = command('auth/request_reset', {
  input: { email: email() },
  output: v.object({ minutes: v.number() }),
  allow: 'open',
});

/**
 * Sets the new password. `token` comes from the link; `hash` is the SHA-256 of the new password in hex. Ends every session of the account and opens
 * none.
 */
export const resetPassword = command('auth/reset_password', {
  input: {
    token: text('Link', { max: 100 }),
    hash: sha256('Password', { missing: 'Password field is required' }),
  },
  output: v.object({}),
  allow: 'open',
});
