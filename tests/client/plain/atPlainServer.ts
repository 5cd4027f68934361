/** The app's reads and writes, without a browser, at the stand-in: signed in, so that the app knows what kind of server it is. */

import { queryClient } from '#client/reads/queries.ts';
import { setServerRecord } from '#client/server/where.ts';
import { signIn } from '#client/session/signIn.ts';
import { OURS } from '#contract/where.ts';
import { ACCOUNT, openPlainServer, type PlainServer } from '#tests/support/plainServer/plainServer.ts';

/** Opens the stand-in and signs in. `wishes` as for the stand-in. */
export async function atPlainServer(wishes: Parameters<typeof openPlainServer>[0] = {}): Promise<PlainServer> {
  const server = await openPlainServer(wishes);
  queryClient.clear();
  const scheme = wishes.scheme ?? OURS.scheme;
  setServerRecord({
    where: { ...OURS, api: `${server.url}/api/`, header: wishes.header ?? OURS.header, scheme },
    shown: {},
  });
  await signIn(ACCOUNT.email, ACCOUNT.password, true);
  return server;
}

/** The calls that the stand-in does not know, by path. */
export const unknownCalls = (server: PlainServer) =>
  server.calls.filter(({ code }) => code === 404).map(({ path }) => path);
