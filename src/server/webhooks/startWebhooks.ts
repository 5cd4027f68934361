/** The work of webhooks in a server process. */
import { secretKey } from '../auth/secretKey.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/open.ts';
import type { Log } from '../log.ts';
import { sendDeliveries } from './sendDeliveries.ts';
import { watchStock } from './stockWatch.ts';

const SEND_EVERY_MS = 1_000;
const WATCH_EVERY_MS = 60_000;
/** So long a server that stops waits for receivers: what they answer later is not heard, and the delivery is sent again. */
const PATIENCE_MS = 3_000;

/** Whether hooks may only reach the public network by https: where the site serves people. */
export const isStrict = ({ environment }: Pick<Config, 'environment'>) =>
  environment === 'production' || environment === 'staging';

interface Parts {
  database: Database;
  config: Config;
  /** Epoch seconds. */
  now: () => number;
  log: Log;
}

/** Sends deliveries each second and looks at the stock each minute. `stop` resolves when what is under way is stored, after three seconds at the latest. */
export async function startWebhooks({ database, config, now, log }: Parts): Promise<{ stop: () => Promise<void> }> {
  const key = await secretKey(database.kysely, 'webhook', config);
  const parts = { database, now, key, strict: isStrict(config) };
  let stopped = false;
  const sending = repeated(SEND_EVERY_MS, () => sendDeliveries(parts, () => stopped), log);
  const watching = repeated(WATCH_EVERY_MS, () => watchStock(database, now()), log);
  return {
    async stop() {
      stopped = true;
      const patience = new Promise<void>((done) => setTimeout(done, PATIENCE_MS).unref());
      await Promise.race([Promise.all([sending.stop(), watching.stop()]), patience]);
    },
  };
}

/** Repeats `work`, never twice at once. */
function repeated(everyMs: number, work: () => Promise<unknown>, log: Log) {
  let running: Promise<unknown> | null = null;
  const timer = setInterval(() => {
    running ??= work()
      .catch((error: unknown) => log({ level: 'error', event: 'webhooks', text: String(error) }))
      .finally(() => {
        running = null;
      });
  }, everyMs);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
