/**
 * Reads the bytes of a CSV from any program: UTF-8, UTF-16 or Windows-1252, with or without BOM, with any line ends, with commas, semicolons, tabs or
 * bars, and with quotes. It knows no columns. It runs in csvWorker.ts, so that a large file does not block the screen.
 */
import papa from 'papaparse';
import { originalCell } from '#domain/csvCell.ts';
import { CSV_LIMITS } from '#domain/limits.ts';

/** The file cannot be read as rows. The message is for people. */
export class CsvRefusal extends Error {}

/** The message for a file without rows, where the screen has no text of its own. */
export const EMPTY_FILE = 'The file is empty.';

export type Encoding = 'UTF-8' | 'UTF-16' | 'Windows-1252';

/** `line`: the row's number as a spreadsheet shows it, from 1, including blank rows. */
export interface CsvRow {
  line: number;
  cells: string[];
}

/** The properties of a file. `broken`: rows with an unclosed quote. */
export interface CsvFacts {
  encoding: Encoding;
  delimiter: string;
  broken: { line: number; why: string }[];
}

const DELIMITERS = [',', ';', '\t', '|'];
const CHUNK = 2_000;

/** Calls `onRows` with chunks of rows that are not empty and with the progress (0 to 1). Throws {@link CsvRefusal}. */
export function readCsv(bytes: Uint8Array, onRows: (rows: CsvRow[], done: number) => void): CsvFacts {
  const { text, encoding } = decodeText(bytes);
  const separator = /^"?sep=(.)"?\n/i.exec(text);
  const body = separator ? text.slice(separator[0].length) : text;
  const broken: CsvFacts['broken'] = [];
  const delimiter = separator?.[1] ?? guessDelimiter(body);
  let line = separator ? 1 : 0;
  let rows: CsvRow[] = [];
  let found = 0;
  let refusal: CsvRefusal | null = null;
  papa.parse<string[]>(body, {
    delimiter,
    newline: '\n',
    step: ({ data, errors, meta }, parser) => {
      line += 1;
      const wrongQuote = errors.find((error) => error.type === 'Quotes');
      if (wrongQuote) broken.push({ line, why: QUOTES[wrongQuote.code] ?? QUOTES.MissingQuotes ?? '' });
      const cells = data.map(plainCell);
      if (cells.every((cell) => cell.trim() === '')) return;
      found += 1;
      refusal = tooMuch(line, cells, found);
      if (refusal) return parser.abort();
      rows.push({ line, cells });
      if (rows.length < CHUNK) return;
      onRows(rows, meta.cursor / body.length);
      rows = [];
    },
  });
  if (refusal) throw refusal as CsvRefusal;
  if (found === 0) throw new CsvRefusal(EMPTY_FILE);
  onRows(rows, 1);
  return { encoding, delimiter, broken };
}

/** The delimiter that splits most of the first rows into the same number of cells. A title or note above the table does not matter. */
function guessDelimiter(text: string): string {
  const sample = text.slice(0, 200_000);
  let best = { delimiter: ',', rows: 0, cells: 0 };
  for (const delimiter of DELIMITERS) {
    const { data } = papa.parse<string[]>(sample, { delimiter, newline: '\n', preview: 200 });
    const counts = new Map<number, number>();
    for (const row of data) if (row.length > 1) counts.set(row.length, (counts.get(row.length) ?? 0) + 1);
    for (const [cells, rows] of counts)
      if (rows > best.rows || (rows === best.rows && cells > best.cells)) best = { delimiter, rows, cells };
  }
  return best.delimiter;
}

const QUOTES: Record<string, string> = {
  MissingQuotes: 'A quotation mark is opened here and never closed.',
  InvalidQuotes: 'A quotation mark stands in the middle of a cell. Inside a cell it is written twice.',
};

function tooMuch(line: number, cells: string[], found: number): CsvRefusal | null {
  // The heading is no row, so one more than the limit is allowed.
  if (found > CSV_LIMITS.rows + 1)
    return new CsvRefusal(`The file has more than ${CSV_LIMITS.rows} rows. Please split it.`);
  if (cells.length > CSV_LIMITS.cells)
    return new CsvRefusal(`Row ${line} has ${cells.length} cells; at most ${CSV_LIMITS.cells} are read.`);
  const long = cells.find((cell) => cell.length > CSV_LIMITS.cell);
  // An unclosed quote makes the rest of the file one cell, so the message names the row.
  if (long !== undefined)
    return new CsvRefusal(
      `A cell of row ${line} is longer than ${CSV_LIMITS.cell} characters. Is a quotation mark missing there?`,
    );
  return null;
}

/**
 * The cell as its author meant it. Spreadsheets write `="00123"` to keep a text, and domain/csvCell.ts puts a `'` before a formula sign. Nothing is
 * ever evaluated.
 */
function plainCell(raw: string): string {
  const quoted = /^="((?:[^"]|"")*)"$/.exec(raw);
  if (quoted) return (quoted[1] ?? '').replaceAll('""', '"');
  return originalCell(raw);
}

const begins = (bytes: Uint8Array, ...start: number[]) => start.every((byte, index) => bytes[index] === byte);

/** Decodes the bytes and turns every line end into `\n`. Throws {@link CsvRefusal} when the file is no text. */
export function decodeText(bytes: Uint8Array): { text: string; encoding: Encoding } {
  if (bytes.length === 0) throw new CsvRefusal(EMPTY_FILE);
  if (bytes.length > CSV_LIMITS.bytes)
    throw new CsvRefusal(`The file is larger than ${CSV_LIMITS.bytes / 1_000_000} MB. Please split it.`);
  if (begins(bytes, 0x50, 0x4b, 3, 4) || begins(bytes, 0xd0, 0xcf, 0x11, 0xe0))
    throw new CsvRefusal('This is an Excel file. Open it, save it as “CSV UTF-8”, and choose that file.');
  const { decoder, encoding } = decoderOf(bytes);
  const plain = decoder.decode(bytes);
  // Some engines decode Windows-1252 as Latin-1, which has control characters in this range.
  const text =
    encoding === 'Windows-1252'
      ? plain.replace(/[\u0080-\u009F]/g, (sign) => UPPER_1252[sign.charCodeAt(0) - 0x80] ?? sign)
      : plain;
  if (text.includes('\0')) throw new CsvRefusal('This is not a text file. Please choose a CSV file.');
  return { text: text.replace(/\r\n?/g, '\n'), encoding };
}

/** The characters of Windows-1252 at 80 to 9F. Five positions are unused. */
const UPPER_1252 = [...'€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ'];

function decoderOf(bytes: Uint8Array): { decoder: TextDecoder; encoding: Encoding } {
  if (begins(bytes, 0xff, 0xfe)) return { decoder: new TextDecoder('utf-16le'), encoding: 'UTF-16' };
  if (begins(bytes, 0xfe, 0xff)) return { decoder: new TextDecoder('utf-16be'), encoding: 'UTF-16' };
  // Without a BOM, UTF-16 is recognised by the zero bytes of plain letters.
  const zeros = [0, 0];
  for (const [at, byte] of bytes.subarray(0, 1_000).entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const many = Math.min(bytes.length, 1_000) / 4;
  if (odd > many && even === 0) return { decoder: new TextDecoder('utf-16le'), encoding: 'UTF-16' };
  if (even > many && odd === 0) return { decoder: new TextDecoder('utf-16be'), encoding: 'UTF-16' };
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { decoder: new TextDecoder('utf-8'), encoding: 'UTF-8' };
  } catch {
    return { decoder: new TextDecoder('windows-1252'), encoding: 'Windows-1252' };
  }
}
