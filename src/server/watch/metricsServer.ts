/** The port of metrics: apart from the app's, so that a proxy that passes the app on never passes these on. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { errorText, type Log } from '../log.ts';
import type { Measured, Metrics } from './metrics.ts';

export interface MetricsServer {
  readonly port: number;
  close(): Promise<void>;
}

/** Answers `GET /metrics`. Throws if nothing can listen there. */
export async function serveMetrics(
  { host, port }: { host: string; port: number },
  metrics: Metrics,
  of: Measured & { log: Log },
): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics')
      return void response.writeHead(404, { 'Content-Type': 'text/plain' }).end('GET /metrics\n');
    metrics.scrape(of).then(
      (text) => response.writeHead(200, { 'Content-Type': metrics.contentType }).end(text),
      (error: unknown) => {
        of.log({ level: 'error', event: 'metrics', text: errorText(error) });
        response.writeHead(500).end();
      },
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) =>
      reject(
        new Error(
          `METRICS_PORT=${port} of METRICS_HOST=${host} must be one where nobody else listens (${error.message}).`,
        ),
      ),
    );
    server.listen(port, host, resolve);
  });
  const { port: given } = server.address() as AddressInfo;
  of.log({ event: 'metrics', host, port: given });
  return {
    port: given,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
