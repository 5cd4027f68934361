/** The options of our code reader, and the texts of the codes that it found. */
import type { ReaderOptions, ReadResult } from 'zxing-wasm/reader';

export const READER_OPTIONS: ReaderOptions = {
  formats: ['EAN13', 'EAN8', 'UPCA', 'UPCE', 'ITF14', 'Code128', 'DataMatrix', 'QRCode'],
  tryInvert: false,
  tryDownscale: false,
  maxNumberOfSymbols: 4,
};

/** The library writes the GS1 separator as "<GS>" in codes that are not marked as GS1. Without the separator a lot would run into the next field. */
export const textsOf = (found: readonly Pick<ReadResult, 'text'>[]): string[] =>
  found.map(({ text }) => text.replaceAll('<GS>', '\u001d'));
