/** The clients of the bench, in a process of their own: they ask one call again and again, as browsers do (brotli, kept connections). */
import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { brotliDecompressSync } from 'node:zlib';
import { type Places, reportTurn, TURNS, type Turn } from './turns.ts';

/** One round. `name`: of TURNS. `isBare`: the bare server is asked for the n-th statement. */
export interface Round {
  readonly name: string;
  readonly port: number;
  readonly token: string;
  readonly clients: number;
  /** The clients ask for so long, ms, and then end the question that is under way. */
  readonly forMs: number;
  readonly places: Places;
  readonly isBare: boolean;
  /** Runs the report without end beside them. */
  readonly withReport: boolean;
}

export interface Measured {
  /** Of each answer, ms. */
  readonly times: number[];
  readonly tookMs: number;
  readonly reports: number;
  /** Of a compressed answer, bytes. */
  readonly bytes: number;
}

/** Lines that each client saved in all rounds: a product stands in a transfer once. */
const saved = new Map<number, number>();

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

function ask({ port, token }: Round, turn: Turn): Promise<number> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        agent,
        port,
        method: turn.method,
        path: `/api/${turn.path}`,
        headers: {
          authorization: `Bearer ${token}`,
          'accept-encoding': 'gzip, deflate, br',
          ...(turn.method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
          ...(turn.isWrite ? { 'idempotency-key': randomUUID() } : {}),
        },
      },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () => {
          const body = Buffer.concat(parts);
          if (answer.statusCode === 200) return resolve(body.length);
          const text = answer.headers['content-encoding'] === 'br' ? brotliDecompressSync(body) : body;
          reject(new Error(`${turn.path}: ${answer.statusCode} ${text.toString().slice(0, 300)}`));
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(turn.method === 'POST' ? turn.body : undefined);
  });
}

function nextLine(client: number): number {
  const next = (saved.get(client) ?? 0) + 1;
  saved.set(client, next);
  return next;
}

async function play(round: Round): Promise<Measured> {
  const turnOf = TURNS[round.name];
  if (!turnOf) throw new Error(`There is no call ${round.name}.`);
  const times: number[] = [];
  let [turn, reports, bytes] = [0, 0, 0];
  let running = true;
  const beside = (async () => {
    for (; round.withReport && running; reports += 1) await ask(round, reportTurn(reports, round.places));
  })();
  const began = performance.now();
  const client = async (_: unknown, at: number) => {
    while (performance.now() - began < round.forMs) {
      const started = performance.now();
      turn += 1;
      const outgoing = round.isBare
        ? ({ method: 'GET', path: `bare/${turn}`, body: '', isWrite: false } as const)
        : turnOf(round.name.endsWith('/upsert') ? nextLine(at) : turn, round.places, at);
      bytes = await ask(round, outgoing);
      times.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: round.clients }, client));
  const tookMs = performance.now() - began;
  running = false;
  await beside;
  return { times, tookMs, reports, bytes };
}

process.on('message', (round: Round) => {
  play(round).then(
    (measured) => process.send?.({ measured }),
    (error: unknown) => process.send?.({ failed: String(error) }),
  );
});
process.on('disconnect', () => process.exit());
