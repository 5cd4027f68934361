/** Starts the server: database, migrations, demo, then the port; stops within ten seconds (SYNC rule 37). */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { dropOldAttempts } from './auth/attempts.ts';
import { newId } from './calls/ids.ts';
import { readEnvironment } from './config.ts';
import { migrate, refuseNewer } from './db/migrate.ts';
import { openDatabase } from './db/open.ts';
import { clusterGate } from './db/postgres/clusterGate.ts';
import { followCluster } from './db/postgres/failover.ts';
import { announce, noteCluster, withStartLock } from './db/postgres/presence.ts';
import { makeFolder } from './folders.ts';
import { allHandlers } from './handlers.ts';
import { createServer } from './http/app.ts';
import { mustBeFree, portTaken } from './http/port.ts';
import { dropOldBodies } from './keys/idempotency.ts';
import { jsonLog } from './log.ts';
import { messageChannels } from './messages/channels.ts';
import { startMessenger } from './messages/messenger.ts';
import { closeDemoAccounts } from './seed/demoAccounts.ts';
import { seedIfEmpty } from './seed/seedIfEmpty.ts';
import { dropOldCounts, dropOldTombstones } from './session/dailyCount.ts';
import { fileStore } from './uploads/fileStore.ts';
import { dropOldFiles } from './uploads/uploadHandlers.ts';
import { checkWalletsNightly } from './wallet/checkWallets.ts';
import { startWatch } from './watch/startWatch.ts';
import { dropOldDeliveries } from './webhooks/sendDeliveries.ts';
import { startWebhooks } from './webhooks/startWebhooks.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { version: string };
const app = process.env.KASUWA_DIST || `${root}dist`;
const dist = existsSync(`${app}/index.html`) && !process.env.KASUWA_API_ONLY ? app : null;
const config = readEnvironment(process.env, version, dist);
const now = () => Math.floor(Date.now() / 1_000);
// The reader of the log may have ended (a pager, a supervisor that restarts): the server continues.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
const log = jsonLog((line) => process.env.KASUWA_QUIET || process.stdout.write(line), now);

/** How long a server works on another cluster before it notices. */
const CLUSTER_MS = 5_000;

try {
  // Before a database is opened and a demo is written: half a minute later the port would be refused all the same.
  await mustBeFree(config);
  // A folder that the operator named must exist at the start. The default folder is made with the first picture, because not every site has pictures.
  if (process.env.KASUWA_UPLOADS && !config.s3) makeFolder('KASUWA_UPLOADS', config.uploadsDir);
  const { watch, onStatement, ...watching } = await startWatch(config, log);
  const { databaseUrl: url, databaseDirectUrl: directUrl, databaseReadUrl: readUrl, dataDir: dir } = config;
  const database = await openDatabase({ url, directUrl, readUrl, dir, log, onStatement });
  // Long-held locks belong to a connection, which a pooler would assign to another client.
  const own = directUrl ?? url;
  const prepare = async () => {
    await migrate(database);
    await refuseNewer(database.kysely);
    const { cluster, newEpoch } = await noteCluster(database);
    if (newEpoch)
      log({
        level: 'error',
        event: 'new_epoch',
        text: 'The database was recovered, copied or taken over by a standby. Each tablet sends its last seven days again; nothing is done twice.',
      });
    // Announced before the start lock is released: the next server checks whether this one runs.
    const presence = own ? await announce(own) : null;
    const { environment, scryptCost } = config;
    if (environment === 'production') await closeDemoAccounts(database, { now, newId, log });
    const onBegin = () => void process.stdout.write('Writing the demo: a month of a made-up market, half a minute…\n');
    return { cluster, presence, ...(await seedIfEmpty(database, { environment, scryptCost, now, newId, onBegin })) };
  };
  const { cluster, presence, accounts } = await (own ? withStartLock(own, prepare) : prepare());
  const follower = cluster ? await followCluster(database, cluster) : null;
  const gate =
    follower &&
    clusterGate(follower, (seen) => {
      if (seen === 'lost') void stop('another_cluster', 1);
      else
        log({
          level: 'warn',
          event: 'failover',
          text: 'A standby took over. It has everything that was acknowledged.',
        });
    });
  const server = await createServer({
    ...{ database, config, answers: allHandlers(config), log, now, newId, watch },
    gate: gate ?? undefined,
  });
  await watching.serve(database, now);

  const messenger = startMessenger({ database, channels: messageChannels(config), now, log });
  const hooks = await startWebhooks({ database, config, now, log });

  // SYNC rule 31: bodies of answers for 180 days, keys for ever. B10.9: counts of wrong passwords for a day. B6.2: each wallet is the sum of its log.
  const files = fileStore(config);
  const tidy = () =>
    Promise.all([
      dropOldBodies(database.kysely, now()),
      dropOldAttempts(database.kysely, now()),
      dropOldCounts(database.kysely, now()),
      dropOldTombstones(database.kysely, now()),
      dropOldFiles(database.kysely, files, now()),
      dropOldDeliveries(database, now()),
      database.transaction((tx) => checkWalletsNightly(tx, now(), log)),
    ]).catch((error: unknown) => log({ level: 'error', event: 'tidy', text: String(error) }));
  void tidy();
  const daily = setInterval(() => void tidy(), 86_400_000);
  daily.unref();

  let stopping = false;
  const stop = async (signal: string, code = 0) => {
    if (stopping) return;
    stopping = true;
    log({ event: 'stopping', signal });
    // After 10 s the process exits with an error, because a connection that never ends would keep the supervisor waiting.
    const limit = setTimeout(() => process.exit(1), 10_000);
    // Requests that still run after 7 s are cut off, so that the database is closed in time and needs no recovery.
    const patience = setTimeout(() => {
      log({ event: 'cut_off' });
      server.server.closeAllConnections();
    }, 7_000);
    const hooksStopped = hooks.stop();
    await server.close();
    clearTimeout(patience);
    await messenger.stop();
    await hooksStopped;
    await presence?.leave();
    await watching.close();
    await database.close();
    clearTimeout(limit);
    // Everything is closed. Without this exit an idle keep-alive connection would hold the process open.
    process.exit(code);
  };
  if (gate) {
    setInterval(() => void gate.look(), CLUSTER_MS).unref();
    database.changes.listen(() => undefined, gate.doubt);
  }
  process.on('SIGTERM', () => void stop('SIGTERM'));
  process.on('SIGINT', () => void stop('SIGINT'));

  const { host, port } = config;
  const address = await server.listen({ port, host }).catch((error: Error) => {
    throw portTaken(config, error);
  });
  const where = address.replace(/\/\/(0\.0\.0\.0|127\.0\.0\.1)/, '//localhost');
  const demo = accounts.map(({ email, password, role }) => `  ${email.padEnd(26)} ${password.padEnd(24)} ${role}\n`);
  // Written in one piece, so that a reader that waits for "ready" has all of it.
  process.stdout.write(
    `\nKasuwa ${version} (${config.environment}, ${database.engine}) is ready at ${where}\n${
      demo.length > 0
        ? `\nDemo: anyone can sign in who reaches ${host}.\nDemo accounts (e-mail, password, role):\n${demo.join('')}\n`
        : ''
    }`,
  );
} catch (error) {
  process.stderr.write(`Kasuwa could not start: ${error instanceof Error ? error.message : String(error)}\n`);
  // The start failed halfway: open handles would keep the process alive, and the supervisor must see the failure.
  process.exit(1);
}
