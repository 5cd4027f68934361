/** A receiver of webhooks on this machine. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface LocalHook {
  url: string;
  got: { headers: IncomingHttpHeaders; body: string; path: string }[];
  /** The answers to the next requests, in turn; then 200. A redirect goes to `/elsewhere`. `hold`: the answer waits for this promise. */
  next: (number | 'cut')[];
  hold: Promise<void> | null;
  close: () => Promise<void>;
}

export async function startLocalHook(): Promise<LocalHook> {
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    hook.got.push({ headers: request.headers, body: Buffer.concat(parts).toString('utf8'), path: request.url ?? '' });
    await hook.hold;
    const answer = hook.next.shift() ?? 200;
    if (answer === 'cut') return void request.socket.destroy();
    response
      .writeHead(answer, answer === 302 ? { location: '/elsewhere' } : {})
      .end(`answered ${answer}\u0000${'x'.repeat(2_000)}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const hook: LocalHook = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    got: [],
    next: [],
    hold: null,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return hook;
}
