/** A push service on this machine with a browser behind it. It checks the signature (VAPID, RFC 8292) and decrypts messages for the browser (RFC 8291). */
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PushConfig } from '#server/serviceConfig.ts';

export interface LocalPush {
  port: number;
  config: PushConfig;
  /** The subscription of a browser, as the browser gives it. */
  subscription: (path?: string) => string;
  keys: { p256dh: string; auth: string };
  messages: {
    path: string;
    title: string;
    message: string;
    ref: string;
    topic: string;
    signed: boolean;
    contact: string;
  }[];
  /** The next answer, used once. `away`: the line breaks. */
  next: number | 'away' | null;
  close: () => Promise<void>;
}

export async function startLocalPush(): Promise<LocalPush> {
  const [browser, ours] = [createECDH('prime256v1'), createECDH('prime256v1')];
  const p256dh = browser.generateKeys();
  const publicKey = ours.generateKeys().toString('base64url');
  // A number with leading zeros would otherwise be shorter.
  const privateKey = Buffer.concat([Buffer.alloc(32), ours.getPrivateKey()])
    .subarray(-32)
    .toString('base64url');
  const auth = randomBytes(16);
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const instead = push.next;
      push.next = null;
      if (instead === 'away') return void request.socket.destroy();
      if (instead !== null) return void response.writeHead(instead).end();
      const text = JSON.parse(decrypted(Buffer.concat(parts), browser, auth)) as {
        title: string;
        message: string;
        ref: string;
      };
      push.messages.push({
        ...text,
        path: request.url ?? '',
        topic: String(request.headers.topic),
        ...signerOf(request.headers, publicKey, `http://127.0.0.1:${push.port}`),
      });
      response.writeHead(201).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const keys = { p256dh: p256dh.toString('base64url'), auth: auth.toString('base64url') };
  const push: LocalPush = {
    port,
    config: { publicKey, privateKey, contact: 'mailto:office@example.com', services: ['127.0.0.1'] },
    keys,
    subscription: (path = '/browser') => JSON.stringify({ endpoint: `http://127.0.0.1:${port}${path}`, keys }),
    messages: [],
    next: null,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return push;
}

function signerOf(headers: IncomingHttpHeaders, publicKey: string, origin: string) {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(headers.authorization ?? '') ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const right = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  const payload = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) as { aud: string; sub: string };
  return { signed: right && key === publicKey && payload.aud === origin, contact: payload.sub };
}

/** One record of aes128gcm (RFC 8188): salt, record size, the sender's key, then the text. */
function decrypted(body: Buffer, browser: ReturnType<typeof createECDH>, auth: Buffer): string {
  const [salt, length] = [body.subarray(0, 16), body.readUInt8(20)];
  const sender = body.subarray(21, 21 + length);
  const sealed = body.subarray(21 + length);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), sender]);
  const secret = Buffer.from(hkdfSync('sha256', browser.computeSecret(sender), auth, info, 32));
  const key = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16));
  const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12));
  const cipher = createDecipheriv('aes-128-gcm', key, nonce);
  cipher.setAuthTag(sealed.subarray(-16));
  const open = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
  // The text is followed by the byte 2 and zeros.
  return open.subarray(0, open.lastIndexOf(2)).toString('utf8');
}
