/** Starts the server: database, migrations, demo, then the port; stops within ten seconds (SYNC rule 37). */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { dropOldAttempts } from './auth/attempts.ts';
import { newId } from './calls/ids.ts';
import { readEnvironment } from './config.ts';
import { migrate, refuseNewer } from './db/migrate.ts';
import { openDatabase } from './db/open.ts';
import { announce, clusterOf, noteCluster, oneAtATime } from './db/presence.ts';
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
// Whoever read the log may be gone (a pager, a supervisor that restarts): the server goes on.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
const log = jsonLog((line) => process.env.KASUWA_QUIET || process.stdout.write(line), now);

try {
  // Before a database is opened and a demo is written: half a minute later the port would be refused all the same.
  await mustBeFree(config);
  // A folder that the operator named must exist at the start. The default folder is made with the first picture, because not every site has pictures.
  if (process.env.KASUWA_UPLOADS && !config.s3) makeFolder('KASUWA_UPLOADS', config.uploadsDir);
  const { watch, onStatement, ...watching } = await startWatch(config, log);
  const database = await openDatabase({ url: config.databaseUrl, dir: config.dataDir, log, onStatement });
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
    // Before the next server has its turn, which asks whether this one runs.
    const presence = config.databaseUrl ? await announce(config.databaseUrl) : null;
    const { environment, scryptCost } = config;
    if (environment === 'production') await closeDemoAccounts(database, { now, newId, log });
    const onBegin = () => void process.stdout.write('Writing the demo: a month of a made-up market, half a minute…\n');
    return { cluster, presence, ...(await seedIfEmpty(database, { environment, scryptCost, now, newId, onBegin })) };
  };
  const { cluster, presence, accounts } = await (config.databaseUrl
    ? oneAtATime(config.databaseUrl, prepare)
    : prepare());
  const server = await createServer({ database, config, answers: allHandlers(config), log, now, newId, watch });
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
  // A standby that takes over under a running server may lack acknowledged work. The next start gives a new epoch, once all servers have stopped.
  const askCluster = () =>
    clusterOf(database.kysely).then(
      (now) => (now === cluster ? undefined : stop('another_cluster', 1)),
      () => undefined,
    );
  if (cluster) setInterval(() => void askCluster(), 60_000).unref();
  process.on('SIGTERM', () => void stop('SIGTERM'));
  process.on('SIGINT', () => void stop('SIGINT'));

  const { host, port } = config;
  const address = await server.listen({ port, host }).catch((error: Error) => {
    throw portTaken(config, error);
  });
  const where = address.replace(/\/\/(0\.0\.0\.0|127\.0\.0\.1)/, '//localhost');
  const demo = accounts.map(({ email, password, role }) => `  ${email.padEnd(26)} ${password.padEnd(24)} ${role}\n`);
  // In one piece: whoever waits for "ready" has read all of it then.
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
