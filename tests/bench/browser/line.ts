/**
 * A line in front of a server: open, cut, or slow (400 ms round trip, 1.6 Mbit/s down, 0.75 up, shared by all connections). With `slowStart` a server may at
 * first send ten packets of a new connection in each round trip, and as many more as the browser has acknowledged (RFC 6928).
 */
import { connect, createServer, type Server, type Socket } from 'node:net';

export interface Line {
  readonly url: string;
  slow(on: boolean): void;
  /** Nobody listens any more: connections are refused. */
  cut(): Promise<void>;
  mend(): Promise<void>;
}

const ROUND_TRIP_MS = 400;
const DOWN = 1_600_000 / 8 / 1_000;
const UP = 750_000 / 8 / 1_000;
const PACKET = 1_460;
const FIRST_WINDOW = 10 * PACKET;

/** When a connection may send its next piece: `earliest`, or later where too much of it is on its way. The times only grow. */
function makeWindow(): { startOf(bytes: number, earliest: number): number; sent(bytes: number, at: number): void } {
  let window = FIRST_WINDOW;
  let underWay = 0;
  const acknowledged: { bytes: number; at: number }[] = [];
  const take = () => {
    const first = acknowledged.shift();
    underWay -= first?.bytes ?? 0;
    window += first?.bytes ?? 0;
    return first?.at ?? 0;
  };
  return {
    startOf(bytes, earliest) {
      let start = earliest;
      while ((acknowledged[0]?.at ?? Number.POSITIVE_INFINITY) <= start) take();
      while (underWay + bytes > window && acknowledged.length > 0) start = Math.max(start, take());
      return start;
    },
    sent(bytes, at) {
      underWay += bytes;
      acknowledged.push({ bytes, at: at + ROUND_TRIP_MS });
    },
  };
}

/** `port`: where the server listens. */
export async function openLine(port: () => number, { slowStart = false, scheme = 'http' } = {}): Promise<Line> {
  let own = 0;
  let slow = false;
  let server: Server | null = null;
  const sockets = new Set<Socket>();
  // When each direction of the one link is free again (ms of performance.now).
  const free = { up: 0, down: 0 };
  const pass = (from: Socket, to: Socket, direction: 'up' | 'down') => {
    const bytesPerMs = direction === 'up' ? UP : DOWN;
    // A connection is made in one round trip; what is sent waits for that.
    const born = slow && direction === 'up' ? performance.now() + ROUND_TRIP_MS : 0;
    const window = slowStart && direction === 'down' ? makeWindow() : null;
    const waiting: { piece: Buffer | null; due: number }[] = [];
    let timer: NodeJS.Timeout | null = null;
    const pump = () => {
      timer = null;
      for (let first = waiting[0]; first; first = waiting[0]) {
        const left = first.due - performance.now();
        if (left > 0.5) {
          timer = setTimeout(pump, left);
          return;
        }
        waiting.shift();
        if (first.piece === null) to.end();
        else if (to.writable) to.write(first.piece);
      }
    };
    const send = (piece: Buffer | null) => {
      const bytes = piece?.length ?? 0;
      const earliest = Math.max(performance.now(), born, free[direction]);
      const starts = window ? window.startOf(bytes, earliest) : earliest;
      free[direction] = starts + bytes / bytesPerMs;
      window?.sent(bytes, free[direction]);
      waiting.push({ piece, due: free[direction] + ROUND_TRIP_MS / 2 });
      if (!timer) pump();
    };
    from.on('data', (chunk: Buffer) => {
      if (!slow) to.write(chunk);
      // Pieces of a packet's size, so that connections share the link.
      else for (let at = 0; at < chunk.length; at += PACKET) send(chunk.subarray(at, at + PACKET));
    });
    from.on('end', () => (slow ? send(null) : to.end()));
    from.on('error', () => to.destroy());
    from.on('close', () => sockets.delete(from));
  };
  const mend = () =>
    new Promise<void>((resolve) => {
      server = createServer((client) => {
        const onward = connect(port(), '127.0.0.1');
        for (const socket of [client, onward]) {
          socket.setNoDelay(true);
          sockets.add(socket);
        }
        pass(client, onward, 'up');
        pass(onward, client, 'down');
      }).listen(own, '127.0.0.1', () => {
        const address = server?.address();
        if (typeof address === 'object' && address) own = address.port;
        resolve();
      });
    });
  await mend();
  return {
    url: `${scheme}://localhost:${own}`,
    mend,
    slow(on) {
      slow = on;
      free.up = 0;
      free.down = 0;
      // What stands open would be faster than what is opened now.
      for (const socket of sockets) socket.destroy();
    },
    async cut() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server?.close(resolve));
      server = null;
    },
  };
}
