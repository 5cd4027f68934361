/** An SMS gateway on this machine with the protocol of the generic adapter. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readSigned } from '#server/calls/signedCall.ts';
import type { SignedService } from '#server/serviceConfig.ts';

export interface LocalSms {
  config: SignedService;
  messages: { reference: string; to: string; text: string; signed: boolean }[];
  /** The next answer, used once. */
  next: number | null;
  close: () => Promise<void>;
}

export async function startLocalSms(): Promise<LocalSms> {
  const secret = 'to-the-gateway-0123456789-0123456789';
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts);
      const call = {
        body,
        timestamp: String(request.headers['x-timestamp']),
        signature: String(request.headers['x-signature']),
      };
      const instead = sms.next;
      sms.next = null;
      if (instead !== null) return response.writeHead(instead).end('{}');
      const fields = JSON.parse(body.toString('utf8')) as Omit<LocalSms['messages'][number], 'signed'>;
      sms.messages.push({ ...fields, signed: readSigned(call, secret, Math.floor(Date.now() / 1_000)) === null });
      response.writeHead(202).end(JSON.stringify({ id: `sms-${fields.reference}` }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const sms: LocalSms = {
    config: {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      secret,
      hookSecret: 'from-the-gateway-0123456789-0123456789',
    },
    messages: [],
    next: null,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return sms;
}
