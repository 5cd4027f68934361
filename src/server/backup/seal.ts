/**
 * Seals a backup with a passphrase. The file begins with one line of JSON and continues with AES-256-GCM pieces:
 *
 * { kasuwa_sealed_backup: 1, cost: N of scrypt, salt: hex, check: hex }\n
 * pieces   up to 64 kB of the plain file each, followed by a 16-byte authentication tag
 *
 * scrypt derives the key from the passphrase and a salt that is new for each file, so a piece's number can be its nonce. The nonce's last byte says
 * whether the piece is the last one. Pieces that are changed, moved or missing therefore do not open. Each piece also authenticates the first line.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes, scrypt } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable, Transform } from 'node:stream';
import { BadBackup, BROKEN, CUT } from './badBackup.ts';

const PIECE = 65_536;
const TAG = 16;
const COST = 131_072;
/** The limit keeps a foreign file from making us compute for hours. */
const MOST_COST = 4_194_304;
const BEGIN = '{"kasuwa_sealed_backup":1,';
const FIRST_LINE = 400;

const WRONG = 'This is not the passphrase of this backup. Nothing was changed.';
const NEEDED = 'This backup is under a passphrase. Set KASUWA_BACKUP_PASSPHRASE to it. Nothing was changed.';

interface Keys {
  key: Buffer;
  check: string;
}

/**
 * Derives the key. Half of the derived bytes is the key. The file holds a hash of the other half, which tells a wrong passphrase from a damaged file.
 */
function keysOf(passphrase: string, salt: Buffer, cost: number): Promise<Keys> {
  return new Promise((resolve, reject) => {
    const given = passphrase.normalize('NFC');
    scrypt(given, salt, 64, { N: cost, r: 8, p: 1, maxmem: 256 * cost * 8 }, (error, bytes) => {
      if (error) reject(error);
      else
        resolve({ key: bytes.subarray(0, 32), check: createHash('sha256').update(bytes.subarray(32)).digest('hex') });
    });
  });
}

function nonceOf(piece: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(piece, 4, 6);
  nonce.writeUInt8(last ? 1 : 0, 11);
  return nonce;
}

/** A stream that seals what is written to it. `cost` is scrypt's N. */
export async function sealing(passphrase: string, cost = COST): Promise<Transform> {
  const salt = randomBytes(16);
  const { key, check } = await keysOf(passphrase, salt, cost);
  const head = `${JSON.stringify({ kasuwa_sealed_backup: 1, cost, salt: salt.toString('hex'), check })}\n`;
  let rest = Buffer.alloc(0);
  let piece = 0;
  const seal = (plain: Buffer, last: boolean) => {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(piece, last)).setAAD(Buffer.from(head));
    piece += 1;
    return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  };
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      rest = Buffer.concat([rest, chunk]);
      // At least one byte stays in the buffer, because the last piece is only known at the end.
      while (rest.length > PIECE) {
        this.push(seal(rest.subarray(0, PIECE), false));
        rest = rest.subarray(PIECE);
      }
      done();
    },
    flush(done) {
      this.push(seal(rest, true));
      done();
    },
  });
  stream.push(head);
  return stream;
}

/** Whether the file is sealed with a passphrase, according to its first bytes. */
export async function isSealed(file: string): Promise<boolean> {
  return (await firstBytes(file)).startsWith(BEGIN);
}

async function firstBytes(file: string): Promise<string> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(FIRST_LINE), 0, FIRST_LINE, 0);
    return buffer.subarray(0, bytesRead).toString('latin1');
  } finally {
    await handle.close();
  }
}

/**
 * The plain bytes of a backup, sealed or not. Only authentic pieces are passed on, and the stream fails with BadBackup at the first other one. Throws
 * BadBackup when the passphrase is missing or wrong.
 */
export async function opened(file: string, passphrase: string): Promise<Readable> {
  const begin = await firstBytes(file);
  if (!begin.startsWith(BEGIN)) return createReadStream(file);
  if (passphrase === '') throw new BadBackup(NEEDED);
  const head = headIn(begin);
  const { key, check } = await keysOf(passphrase, head.salt, head.cost);
  if (check !== head.check) throw new BadBackup(WRONG);
  return Readable.from(pieces(file, head.line, key), { objectMode: false });
}

function headIn(begin: string) {
  const end = begin.indexOf('\n');
  const line = begin.slice(0, end + 1);
  try {
    const { cost, salt, check } = JSON.parse(line) as { cost: number; salt: string; check: string };
    const usable = Number.isInteger(Math.log2(cost)) && cost > 1 && cost <= MOST_COST && /^[\da-f]{32}$/.test(salt);
    if (usable) return { line, cost, check, salt: Buffer.from(salt, 'hex') };
  } catch {
    // The line is truncated or no longer JSON.
  }
  throw new BadBackup(end === -1 ? CUT : BROKEN);
}

async function* pieces(file: string, line: string, key: Buffer): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0);
  let piece = 0;
  const open = (sealed: Buffer, last: boolean) => {
    if (sealed.length < TAG) throw new BadBackup(CUT);
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(piece, last), { authTagLength: TAG });
    decipher.setAAD(Buffer.from(line)).setAuthTag(sealed.subarray(-TAG));
    piece += 1;
    const plain = decipher.update(sealed.subarray(0, -TAG));
    try {
      return Buffer.concat([plain, decipher.final()]);
    } catch {
      // In a truncated file, the last piece is one that was not sealed as the last.
      throw new BadBackup(last ? CUT_OR_BROKEN : BROKEN);
    }
  };
  for await (const chunk of createReadStream(file, { start: line.length })) {
    rest = Buffer.concat([rest, chunk as Buffer]);
    while (rest.length > PIECE + TAG) {
      yield open(rest.subarray(0, PIECE + TAG), false);
      rest = rest.subarray(PIECE + TAG);
    }
  }
  yield open(rest, true);
}

const CUT_OR_BROKEN = 'This backup is incomplete or damaged at its end. Nothing was changed.';
