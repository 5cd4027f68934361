/** What our reader looks for in a picture, and the texts of what it found. */
import type { ReaderOptions, ReadResult } from 'zxing-wasm/reader';

export const READER_OPTIONS: ReaderOptions = {
  formats: ['EAN13', 'EAN8', 'UPCA', 'UPCE', 'ITF14', 'Code128', 'DataMatrix', 'QRCode'],
  tryInvert: false,
  tryDownscale: false,
  maxNumberOfSymbols: 4,
};

/** The library writes the separator of GS1 out where a code does not say that it is of GS1; the lot would go on behind it. */
export const textsOf = (found: readonly Pick<ReadResult, 'text'>[]): string[] =>
  found.map(({ text }) => text.replaceAll('<GS>', '\u001d'));
