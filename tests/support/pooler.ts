/** Imitates a pooler as a client sees it: another connection answers than the one that was opened. */

import type { AddressInfo } from 'node:net';
import { connect, createServer } from 'node:net';

/** Type and length of BackendKeyData, the message with the process number of a connection. */
const KEY_DATA = Buffer.from([0x4b, 0, 0, 0, 12]);

/** Forwards everything to the server at `url`, but gives each client another process number. */
export async function withOtherKey(url: string): Promise<{ url: string; close(): void }> {
  const { hostname, port } = new URL(url);
  const server = createServer((client) => {
    const upstream = connect(Number(port || 5432), hostname);
    let isReplaced = false;
    upstream.on('data', (bytes) => {
      const at = isReplaced ? -1 : bytes.indexOf(KEY_DATA);
      if (at >= 0) {
        isReplaced = true;
        bytes.writeInt32BE(bytes.readInt32BE(at + KEY_DATA.length) + 1, at + KEY_DATA.length);
      }
      client.write(bytes);
    });
    client.on('data', (bytes) => upstream.write(bytes));
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const)
      one.on('close', () => other.destroy()).on('error', () => other.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const through = new URL(url);
  through.hostname = '127.0.0.1';
  through.port = String((server.address() as AddressInfo).port);
  return { url: through.toString(), close: () => server.close() };
}
