/** Signing out by hand. Not in the first load. */
import { callPath } from '../transport.ts';
import { leave } from './session.ts';
import { pageToken } from './state.ts';
import { clearSession } from './tokenStore.ts';

/**
 * Signs out: revokes the session if the server can be reached, and deletes token, profile and all saved reads (SES-09). Never touches the queue
 * (SYNC rule 40). Rejects when the disk keeps the token; then nothing has changed.
 */
export async function signOut(): Promise<void> {
  const token = pageToken();
  // The disk comes first: if it fails, the session is still whole, here and on the server.
  await clearSession(token);
  // Without a connection the token expires by its age.
  await callPath('GET', 'auth/revoke', {}).catch(() => undefined);
  await leave(token);
}
