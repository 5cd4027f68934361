/** An answer as our server gives it to who is signed in: its header says what the server can. */
import { ALL_CAPABILITIES, CAPABILITY_HEADER } from '#contract/capabilities.ts';

export const ourAnswer = (body: unknown, status = 200): Response =>
  Response.json(body, { status, headers: { [CAPABILITY_HEADER]: ALL_CAPABILITIES } });
