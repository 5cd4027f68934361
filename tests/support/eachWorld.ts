/** The opening of tests about transfers: one server for all of them, and for each a world of its own at the same moment. */
import { beforeAll, beforeEach } from 'vitest';
import type { Database } from '#server/db/open.ts';
import { NOW, startServer, type TestServer } from './server.ts';
import { makeWorld, type World } from './stockWorld.ts';

/** `into` gets them before each test. */
export function eachWorld(database: () => Database, into: (server: TestServer, world: World) => void): void {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer(database());
  });
  beforeEach(async () => {
    server.clock.now = NOW;
    into(server, await makeWorld(database(), server));
  });
}
