/** An answer of our server for a signed-in person. Its header names the server's capabilities. */
import { ALL_CAPABILITIES, CAPABILITY_HEADER } from '#contract/capabilities.ts';

export const ourAnswer = (body: unknown, status = 200): Response =>
  Response.json(body, { status, headers: { [CAPABILITY_HEADER]: ALL_CAPABILITIES } });
