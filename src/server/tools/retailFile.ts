/** Reads a retail log before anything is booked: the file's identity, its columns, and the rows that cannot be booked. */
import { createHash } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { csvCell } from '#domain/csvCell.ts';
import { BadFile, type CsvRecord, openBytes, recordsOf } from './csvRecords.ts';
import { LOG_COLUMNS, type LogColumn, type Movement, movementOf, type RetailCells } from './retailRow.ts';

/** The identity of a file is its content: `sha256` of the unpacked bytes. `name` is only for people. */
export interface FileIdentity {
  name: string;
  sha256: string;
  bytes: number;
  encoding: 'utf-8' | 'windows-1252';
  /** For each requested length: the hash of the file's first bytes up to that length, if a row ends there. */
  beginnings: ReadonlyMap<number, string>;
}

/** Reads the file once. `lengths`: sizes in bytes of files that this one may continue. Throws {@link BadFile} when the file is no text. */
export async function identify(file: string, lengths: readonly number[]): Promise<FileIdentity> {
  const hash = createHash('sha256');
  const strict = new TextDecoder('utf-8', { fatal: true });
  const ends = [...new Set(lengths)].sort((a, b) => a - b);
  const beginnings = new Map<number, string>();
  let [bytes, isUtf8, last] = [0, true, 0];
  for await (const chunk of openBytes(file)) {
    let rest = chunk as Buffer;
    if (bytes === 0 && isUtf16(rest))
      throw new BadFile('The file is UTF-16. Save it as "CSV UTF-8", and import that file.');
    if (isUtf8) isUtf8 = decodes(strict, rest);
    for (let end = ends[0]; end !== undefined && end <= bytes + rest.length; end = ends[0]) {
      const before = rest.subarray(0, end - bytes);
      hash.update(before);
      bytes += before.length;
      last = before.at(-1) ?? last;
      rest = rest.subarray(before.length);
      // A beginning only counts when its last row is complete: "1,2" could continue as "1,25".
      if (last === 10 || last === 13) beginnings.set(end, hash.copy().digest('hex'));
      ends.shift();
    }
    hash.update(rest);
    bytes += rest.length;
    last = rest.at(-1) ?? last;
  }
  if (isUtf8) isUtf8 = decodes(strict);
  if (bytes === 0) throw new BadFile('The file is empty.');
  const encoding = isUtf8 ? 'utf-8' : 'windows-1252';
  return { name: basename(file).replace(/\.gz$/, ''), sha256: hash.digest('hex'), bytes, encoding, beginnings };
}

function isUtf16(head: Buffer): boolean {
  const [first, second] = head;
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff) || first === 0 || second === 0;
}

function decodes(strict: InstanceType<typeof TextDecoder>, chunk?: Buffer): boolean {
  try {
    strict.decode(chunk, { stream: chunk !== undefined });
    return true;
  } catch {
    return false;
  }
}

/** The heading row of a log: the delimiter, the titles, and the position of each column. */
export interface Head {
  delimiter: string;
  titles: readonly string[];
  places: ReadonlyMap<LogColumn, number>;
}

/** Throws {@link BadFile} unless the first row names every column of the log exactly once. */
export async function readHead(file: string, encoding: string): Promise<Head> {
  let seen: readonly string[] = [];
  for (const delimiter of [',', ';', '\t', '|']) {
    const titles = (await firstRecord(file, encoding, delimiter)).map((title) => title.trim());
    if (titles.length > seen.length) seen = titles;
    if (LOG_COLUMNS.every((column) => titles.filter((title) => title === column).length === 1))
      return { delimiter, titles, places: new Map(LOG_COLUMNS.map((column) => [column, titles.indexOf(column)])) };
  }
  const found = seen
    .join(', ')
    .slice(0, 200)
    .replace(/\p{Cc}/gu, ' ');
  throw new BadFile(
    `This is not a log of transactions. Its first row must name ${LOG_COLUMNS.join(', ')}, each once; it is: ${found}`,
  );
}

async function firstRecord(file: string, encoding: string, delimiter: string): Promise<readonly string[]> {
  for await (const { cells } of recordsOf(file, encoding, delimiter)) return cells;
  throw new BadFile('The file is empty.');
}

/** A row below the heading: its number from 1, its line in the file, its cells, and the movement or the reason why there is none. */
export interface LogRow extends CsvRecord {
  row: number;
  raw: RetailCells;
  read: Movement | string;
}

/** Every row of the log, in order. `now` is epoch seconds. */
export async function* rowsOf(file: string, encoding: string, head: Head, now: number): AsyncGenerator<LogRow> {
  let row = -1;
  for await (const record of recordsOf(file, encoding, head.delimiter)) {
    row += 1;
    if (row === 0) continue;
    const raw = Object.fromEntries(
      LOG_COLUMNS.map((column) => [column, record.cells[head.places.get(column) ?? -1] ?? '']),
    ) as RetailCells;
    const [has, needs] = [record.cells.length, head.titles.length];
    const read =
      has === needs
        ? movementOf(raw, row, now)
        : `This row has ${has} ${has === 1 ? 'cell' : 'cells'}, the heading has ${needs}. A cell that holds a separator stands in quotation marks.`;
    yield { ...record, row, raw, read };
  }
}

/** The list of rows that move no stock. `line` counts the lines of the log file. */
export interface ErrorsFile {
  add: (row: LogRow, why: string) => void;
  /** The number of added rows. */
  count: () => number;
  /** Writes the list, or deletes an old one when there are no rows. Returns the path or null. Throws {@link BadFile} with a message for people. */
  write: () => string | null;
}

/**
 * The errors file of a log. `folder` is created when missing. The name contains the log's hash, so that logs of the same name have separate lists.
 */
export function errorsFile(folder: string, identity: Pick<FileIdentity, 'name' | 'sha256'>, head: Head): ErrorsFile {
  const path = join(folder, `${identity.name}.${identity.sha256.slice(0, 8)}.errors.csv`);
  const lines: string[] = [];
  const lineOf = (cells: readonly string[]) => `${cells.map(csvCell).join(',')}\n`;
  return {
    add: ({ line, cells }, why) => void lines.push(lineOf([String(line), why, ...cells])),
    count: () => lines.length,
    write() {
      if (lines.length === 0) {
        rmSync(path, { force: true });
        return null;
      }
      try {
        mkdirSync(folder, { recursive: true });
        writeFileSync(`${path}.new`, lineOf(['Line', 'Problem', ...head.titles]) + lines.join(''));
        renameSync(`${path}.new`, path);
      } catch (error) {
        throw new BadFile(
          `${lines.length} rows of the file cannot be booked, and the list of them could not be written to ${path} (${(error as Error).message}). Set KASUWA_DATA to a folder that this process can write to. Nothing was booked.`,
        );
      }
      return path;
    },
  };
}
