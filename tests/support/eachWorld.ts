/** One server for all tests about transfers, and a fresh world at the same time for each test. */
import { beforeAll, beforeEach } from 'vitest';
import type { Database } from '#server/db/open.ts';
import { NOW, startServer, type TestServer } from './server.ts';
import { makeWorld, type World } from './stockWorld.ts';

/** `into` gets the server and the world before each test. */
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
