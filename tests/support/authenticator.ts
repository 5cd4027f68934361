/** A passkey made of node:crypto. It answers like a browser with its authenticator, and can also give answers that no real one gives. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest();
const text64 = (bytes: Buffer) => bytes.toString('base64url');

/** The part of CBOR that a registration needs: whole numbers, texts, bytes, maps. */
function cbor(value: number | string | Buffer | Map<unknown, unknown>): Buffer {
  const head = (major: number, size: number) => {
    if (size < 24) return Buffer.from([(major << 5) | size]);
    if (size < 256) return Buffer.from([(major << 5) | 24, size]);
    return Buffer.from([(major << 5) | 25, size >> 8, size & 255]);
  };
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const parts = [...value].flatMap((pair) => pair.map((one) => cbor(one as string)));
  return Buffer.concat([head(5, value.size), ...parts]);
}

interface Says {
  origin?: string;
  challenge?: string;
  rpId?: string;
  counter?: number;
}

/** One authenticator with one key. `counts`: whether it counts its uses, like hardware keys. */
export function makeAuthenticator(origin: string, counts = true) {
  const rpId = new URL(origin).hostname;
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  const state = { counter: 0 };
  const client = (type: string, challenge: string, from: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }));
  const dataOf = (rp: string, flags: number, counter: number) => {
    const head = Buffer.alloc(5);
    head.writeUInt8(flags, 0);
    head.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(rp), head]);
  };
  const next = () => {
    if (counts) state.counter += 1;
    return state.counter;
  };

  return {
    id: text64(id),
    state,
    /** Answers `passkey/register_options`. */
    register(options: { challenge: string }, says: Says = {}): string {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const key = cbor(
        new Map<unknown, unknown>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      );
      const authData = Buffer.concat([
        dataOf(says.rpId ?? rpId, 0x45, says.counter ?? next()),
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        key,
      ]);
      const attestation = cbor(
        new Map<unknown, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authData],
        ]),
      );
      return JSON.stringify({
        id: text64(id),
        rawId: text64(id),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: text64(client('webauthn.create', says.challenge ?? options.challenge, says.origin ?? origin)),
          attestationObject: text64(attestation),
          transports: ['internal', 'hybrid'],
        },
      });
    },
    /** Answers the options in the refusal `passkey_required`. */
    answer(options: { challenge: string }, says: Says = {}): string {
      const authData = dataOf(says.rpId ?? rpId, 0x05, says.counter ?? next());
      const clientData = client('webauthn.get', says.challenge ?? options.challenge, says.origin ?? origin);
      const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), privateKey);
      return JSON.stringify({
        id: text64(id),
        rawId: text64(id),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: text64(clientData),
          authenticatorData: text64(authData),
          signature: text64(signature),
        },
      });
    },
  };
}
