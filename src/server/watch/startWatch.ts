/** Starts the configured outputs: metrics on a separate port, traces to a collector. Their packages are loaded only then. */
import type { Config } from '../config.ts';
import type { Database } from '../db/open.ts';
import type { Log } from '../log.ts';
import type { MetricsServer } from './metricsServer.ts';
import { makeWatch, type Watch } from './watch.ts';

export interface RunningWatch {
  readonly watch: Watch;
  /** For `openDatabase`; undefined where nobody listens. */
  readonly onStatement: Watch['statement'] | undefined;
  /** Answers scrapes from now on. Throws if the port is taken. */
  serve(database: Database, now: () => number): Promise<MetricsServer | null>;
  /** Sends the remaining spans, and closes the port. */
  close(): Promise<void>;
}

type WatchedSite = Pick<Config, 'metrics' | 'traces' | 'version' | 'environment'>;

export async function startWatch(config: WatchedSite, log: Log): Promise<RunningWatch> {
  const { version, environment } = config;
  const metrics = config.metrics ? (await import('./metrics.ts')).makeMetrics() : null;
  const traces = config.traces ? (await import('./traces.ts')).makeTraces(config.traces, version, log) : null;
  const listeners = [metrics, traces].flatMap((one) => (one ? [one.listener] : []));
  const watch = makeWatch(listeners);
  let server: MetricsServer | null = null;
  return {
    watch,
    onStatement: listeners.length > 0 ? watch.statement : undefined,
    async serve(database, now) {
      if (!config.metrics || !metrics) return null;
      const { serveMetrics } = await import('./metricsServer.ts');
      server = await serveMetrics(config.metrics, metrics, { database, watch, version, environment, now, log });
      return server;
    },
    async close() {
      await server?.close();
      await traces?.close();
    },
  };
}
