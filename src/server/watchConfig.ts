/** Reads the configuration of metrics and traces from the environment. */
import { isIP } from 'node:net';

export interface MetricsConfig {
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
}

export interface TraceConfig {
  /** Where spans are sent: OTLP over HTTP. */
  readonly url: string;
  /** The part of new traces that is kept, from 0 to 1. */
  readonly share: number;
  readonly service: string;
}

export interface WatchConfig {
  /** null: no metrics. */
  readonly metrics: MetricsConfig | null;
  /** null: no traces. */
  readonly traces: TraceConfig | null;
}

type Env = Readonly<Record<string, string | undefined>>;

/** Throws an Error with one sentence that names the variable, where one is wrong. */
export const readWatch = (env: Env): WatchConfig => ({ metrics: metricsOf(env), traces: tracesOf(env) });

function metricsOf(env: Env): MetricsConfig | null {
  const host = env.METRICS_HOST || '127.0.0.1';
  if (!isIP(host))
    throw new Error(`METRICS_HOST must be an address of this machine, such as 127.0.0.1, not "${host}".`);
  if (!env.METRICS_PORT) return null;
  const port = /^\d{1,5}$/.test(env.METRICS_PORT) ? Number(env.METRICS_PORT) : Number.NaN;
  if (!(port <= 65_535))
    throw new Error(
      `METRICS_PORT must be a number from 0 to 65535, written in digits alone, not "${env.METRICS_PORT}".`,
    );
  if (port !== 0 && port === Number(env.PORT || 8_080))
    throw new Error(
      `METRICS_PORT must be another port than PORT, not ${port} too: who reaches the app must not reach the metrics.`,
    );
  return { host, port };
}

/** The names are those of OpenTelemetry, so that a collector's own instructions fit. */
function tracesOf(env: Env): TraceConfig | null {
  const given = env.OTEL_EXPORTER_OTLP_ENDPOINT;
  const share = env.OTEL_TRACES_SAMPLER_ARG || '1';
  if (!/^(0(\.\d+)?|1(\.0+)?)$/.test(share))
    throw new Error(`OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, such as 0.1, not "${share}".`);
  if (!given) return null;
  const url = URL.canParse(given) ? new URL(given) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.search || url.hash)
    throw new Error(
      `OTEL_EXPORTER_OTLP_ENDPOINT must be such as http://127.0.0.1:4318, without a name or password, not "${given.replace(/^.*@/, '...@')}".`,
    );
  return {
    url: `${given.replace(/\/+$/, '')}/v1/traces`,
    share: Number(share),
    service: env.OTEL_SERVICE_NAME || 'kasuwa',
  };
}
