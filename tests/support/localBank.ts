/** A bank on this machine with the protocol of the generic adapter: it opens accounts, checks our signature, and calls back. */
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readSigned } from '#server/calls/signedCall.ts';

export const SECRET = 'to-the-bank-0123456789-0123456789-abc';
export const HOOK_SECRET = 'from-the-bank-0123456789-0123456789-a';

export interface LocalBank {
  url: string;
  /** The requests in their order. */
  requests: { path: string; body: Record<string, string>; signed: boolean }[];
  /** The next answer, used once. */
  next: { status: number; body: unknown } | null;
  /** The bank answers after this promise. */
  hold: Promise<unknown>;
  close: () => Promise<void>;
}

export async function startLocalBank(): Promise<LocalBank> {
  const accounts = new Map<string, string>();
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', async () => {
      const body = Buffer.concat(parts);
      const { 'x-timestamp': timestamp, 'x-signature': signature } = request.headers;
      const call = { body, timestamp: String(timestamp), signature: String(signature) };
      const signed = readSigned(call, SECRET, Math.floor(Date.now() / 1_000)) === null;
      const fields = JSON.parse(body.toString('utf8')) as Record<string, string>;
      bank.requests.push({ path: request.url ?? '', body: fields, signed });
      await bank.hold;
      const instead = bank.next;
      bank.next = null;
      const reference = fields.reference ?? '';
      if (!accounts.has(reference)) accounts.set(reference, String(7_000_000_001 + accounts.size));
      const opened = {
        account_number: accounts.get(reference),
        account_name: `${fields.first_name} ${fields.last_name}`,
        bank: { code: '999', name: 'Local Bank' },
      };
      response.writeHead(instead?.status ?? (signed ? 200 : 401), { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(instead?.body ?? opened));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bank: LocalBank = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests: [],
    next: null,
    hold: Promise.resolve(),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return bank;
}

export const creditBody = (more: Record<string, unknown> = {}) =>
  JSON.stringify({
    type: 'credit',
    reference: 'TRX-1',
    account_number: '7000000001',
    amount: '2500.50',
    occurred_at: 1_795_251_000,
    sequence: 1,
    ...more,
  });

/** The headers of a call that the bank signs at `at` (epoch seconds). */
export const signedBy = (secret: string, body: string, at: number) => ({
  'content-type': 'application/json',
  'x-timestamp': String(at),
  'x-signature': createHmac('sha256', secret).update(`${at}.${body}`).digest('hex'),
});
