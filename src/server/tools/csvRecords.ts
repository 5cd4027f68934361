/** Reads the rows of a large CSV as a stream, each with the number of the file's line at which it begins. */
import { createReadStream, existsSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { CSV_LIMITS } from '#domain/limits.ts';

/** `line`: the file's line, from 1, at which the row begins. A cell with line breaks spans several lines. */
export interface CsvRecord {
  line: number;
  cells: string[];
}

/** The file cannot be read as a file of this import. The message is for people. Nothing was booked. */
export class BadFile extends Error {}

/** The bytes of a file, unpacked if its name ends in .gz. Throws {@link BadFile} for a missing file. */
export function openBytes(file: string): Readable {
  if (!existsSync(file)) throw new BadFile(`There is no file ${file}.`);
  const bytes = createReadStream(file);
  if (!file.endsWith('.gz')) return bytes;
  const text = bytes.pipe(createGunzip());
  // A truncated file must fail the import, not end it silently.
  bytes.on('error', (error) => text.destroy(error));
  return text;
}

/** Rows that are not empty. Throws {@link BadFile} for unpaired quotation marks, because it is then unknown which rows a cell contains. */
export async function* recordsOf(file: string, encoding: string, delimiter: string): AsyncGenerator<CsvRecord> {
  const decoder = new TextDecoder(encoding);
  const reader = new RecordReader(delimiter);
  for await (const chunk of openBytes(file)) yield* reader.read(decoder.decode(chunk as Uint8Array, { stream: true }));
  yield* reader.read(decoder.decode());
  yield* reader.end();
}

/** The position in a cell: at its beginning, in an unquoted cell, inside quotation marks, or after a mark inside them. */
type State = 'begin' | 'bare' | 'quoted' | 'mark';

class RecordReader {
  readonly #delimiter: string;
  #state: State = 'begin';
  #cell = '';
  #cells: string[] = [];
  #line = 1;
  #began = 1;
  #opened = 1;
  #afterReturn = false;

  constructor(delimiter: string) {
    this.#delimiter = delimiter;
  }

  /** The rows that end in this text. */
  *read(text: string): Generator<CsvRecord> {
    for (const char of text) {
      const newline = char === '\n' || char === '\r';
      // "\r\n" counts as one line end.
      const second = char === '\n' && this.#afterReturn;
      this.#afterReturn = char === '\r';
      if (newline && !second) this.#line += 1;
      if (second) continue;
      if (this.#state === 'quoted') this.#inQuotes(newline ? '\n' : char);
      else if (newline) yield* this.#endRow();
      else this.#outside(char);
    }
  }

  *end(): Generator<CsvRecord> {
    if (this.#state === 'quoted') throw this.#unclosed();
    if (this.#cell !== '' || this.#cells.length > 0 || this.#state === 'mark') yield* this.#endRow();
  }

  #inQuotes(char: string): void {
    if (char === '"') this.#state = 'mark';
    else this.#add(char);
  }

  #outside(char: string): void {
    if (char === this.#delimiter) {
      this.#endCell();
    } else if (char === '"' && this.#state === 'begin' && this.#cell === '') {
      this.#state = 'quoted';
      this.#opened = this.#line;
    } else if (this.#state === 'mark') {
      if (char !== '"')
        throw new BadFile(
          `Line ${this.#opened}: a quotation mark is opened there and closed in the middle of a cell (line ${this.#line}). Inside a cell it is written twice.`,
        );
      this.#state = 'quoted';
      this.#add(char);
    } else {
      this.#state = 'bare';
      this.#add(char);
    }
  }

  #add(char: string): void {
    this.#cell += char;
    if (this.#cell.length <= CSV_LIMITS.cell) return;
    if (this.#state === 'quoted') throw this.#unclosed();
    throw new BadFile(`Line ${this.#began}: a cell is longer than ${CSV_LIMITS.cell} characters.`);
  }

  #unclosed(): BadFile {
    return new BadFile(`Line ${this.#opened}: a quotation mark is opened there and never closed.`);
  }

  #endCell(): void {
    this.#cells.push(this.#cell);
    if (this.#cells.length > CSV_LIMITS.cells)
      throw new BadFile(`Line ${this.#began}: the row has more than ${CSV_LIMITS.cells} cells.`);
    this.#cell = '';
    this.#state = 'begin';
  }

  *#endRow(): Generator<CsvRecord> {
    this.#endCell();
    if (this.#cells.some((cell) => cell.trim() !== '')) yield { line: this.#began, cells: this.#cells };
    this.#cells = [];
    this.#began = this.#line;
  }
}
