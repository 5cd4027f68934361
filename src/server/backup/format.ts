/**
 * The format of a backup: one gzip file of JSON lines, the same for both engines, so that a site can move from one to the other.
 *
 * header   { kasuwa_backup: 1, made, engine, version, epoch, migrations: [{ name, checksum }], tables: [{ name, columns }] }
 * rows     { t: index of the table in the header, r: [[text or null, ...], ...] }   every value as PostgreSQL writes it as text
 * files    { f: name, mime, b: base64 }                                             uploaded pictures
 * trailer  { end: true, rows: { table: count }, files, missing: [names], sha256: of every byte before this line }
 *
 * Sessions and passkey challenges are left out.
 */
import { createHash } from 'node:crypto';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { BadBackup, BROKEN, CUT } from './badBackup.ts';
import { opened } from './seal.ts';

export interface TableShape {
  name: string;
  /** Stored columns in order, without generated ones. */
  columns: { name: string; type: string }[];
}

export interface BackupHeader {
  kasuwa_backup: 1;
  /** Epoch seconds. */
  made: number;
  engine: string;
  version: string;
  epoch: string;
  migrations: { name: string; checksum: string }[];
  tables: TableShape[];
}

export interface RowsLine {
  t: number;
  r: (string | null)[][];
}

export interface FileLine {
  f: string;
  mime: string;
  b: string;
}

export interface Trailer {
  end: true;
  rows: Record<string, number>;
  files: number;
  /** Pictures that the database names and the file store does not have. */
  missing: string[];
  sha256: string;
}

export type BackupLine = BackupHeader | RowsLine | FileLine | Trailer;

const NOT_OURS = 'This file is no backup of Kasuwa.';

/**
 * Yields the lines of a backup. Throws BadBackup when the file is foreign, truncated or damaged (the checksum is checked at the end), and when the
 * passphrase is missing or wrong. '' means no passphrase.
 */
export async function* readLines(file: string, passphrase: string): AsyncGenerator<BackupLine> {
  const hash = createHash('sha256');
  let first = true;
  let trailer: Trailer | null = null;
  try {
    const source = await opened(file, passphrase);
    const input = createGunzip();
    // `pipe` alone would leave the reader waiting for ever when the source fails.
    source.on('error', (error) => input.destroy(error));
    source.pipe(input);
    for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      if (trailer) throw new BadBackup(BROKEN);
      const line = parse(text, first);
      if (first && !(typeof line === 'object' && line !== null && 'kasuwa_backup' in line))
        throw new BadBackup(NOT_OURS);
      first = false;
      if ('end' in line) {
        trailer = line;
        if (trailer.sha256 !== hash.digest('hex')) throw new BadBackup(BROKEN);
      } else hash.update(`${text}\n`);
      yield line;
    }
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === 'Z_BUF_ERROR') throw new BadBackup(CUT);
    if (code?.startsWith('Z_')) throw new BadBackup(first ? NOT_OURS : BROKEN);
    throw error;
  }
  if (!trailer) throw new BadBackup(first ? NOT_OURS : CUT);
}

function parse(text: string, first: boolean): BackupLine {
  try {
    return JSON.parse(text) as BackupLine;
  } catch {
    throw new BadBackup(first ? NOT_OURS : BROKEN);
  }
}

/** Reads the whole file once and returns its header and trailer. Throws BadBackup. */
export async function checkBackup(
  file: string,
  passphrase: string,
): Promise<{ header: BackupHeader; trailer: Trailer }> {
  let header: BackupHeader | null = null;
  let trailer: Trailer | null = null;
  const rows = new Map<string, number>();
  let files = 0;
  for await (const line of readLines(file, passphrase)) {
    if ('kasuwa_backup' in line) {
      if (line.kasuwa_backup !== 1)
        throw new BadBackup('This backup was made by a newer version of Kasuwa. Update first.');
      header = line;
    } else if ('t' in line) {
      const name = header?.tables[line.t]?.name ?? '';
      rows.set(name, (rows.get(name) ?? 0) + line.r.length);
    } else if ('f' in line) files += 1;
    else trailer = line;
  }
  if (!header || !trailer) throw new BadBackup(NOT_OURS);
  const counted = Object.entries(trailer.rows).every(([name, count]) => (rows.get(name) ?? 0) === count);
  if (!counted || files !== trailer.files) throw new BadBackup(BROKEN);
  return { header, trailer };
}
