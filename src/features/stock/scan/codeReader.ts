/**
 * Reads codes in pictures. The browser's own reader is used where there is one (Android, macOS). Otherwise our worker reads; its files are loaded at first
 * use and then work without a connection (docs/decisions/0210).
 */
import { workerError } from '#client/callError.ts';
import type { ReaderMessage } from './codeWorker.ts';

export interface CodeReader {
  /** Returns the texts of the codes in a picture, and closes the picture. */
  read(picture: ImageBitmap): Promise<string[]>;
  close(): void;
}

interface Found {
  rawValue: string;
  format?: string;
}
interface DetectorMaker {
  new (options: { formats: string[] }): { detect(source: ImageBitmap): Promise<Found[]> };
  getSupportedFormats?(): Promise<string[]>;
}

const FORMATS = ['ean_13', 'ean_8', 'upc_a', 'upc_e', 'itf', 'code_128', 'data_matrix', 'qr_code'];

const detectorMaker = () => (globalThis as { BarcodeDetector?: DetectorMaker }).BarcodeDetector;

/** Whether this browser can show a camera and read its pictures. Other browsers show no camera button. */
export function hasCamera(): boolean {
  return (
    typeof navigator.mediaDevices?.getUserMedia === 'function' &&
    typeof createImageBitmap === 'function' &&
    (detectorMaker() !== undefined || (typeof OffscreenCanvas === 'function' && typeof WebAssembly === 'object'))
  );
}

/** Opens a reader. Throws if the worker's files are not on this tablet and cannot be loaded. */
export async function openReader(): Promise<CodeReader> {
  return (await ownReader()) ?? (await workerReader());
}

/** The browser's own reader. Null if there is none, or if it does not know the codes of goods. */
async function ownReader(): Promise<CodeReader | null> {
  const Maker = detectorMaker();
  if (!Maker) return null;
  const known = await Maker.getSupportedFormats?.().catch((): string[] => []);
  const formats = known ? FORMATS.filter((one) => known.includes(one)) : FORMATS;
  if (!formats.includes('ean_13')) return null;
  const detector = new Maker({ formats });
  return {
    read: async (picture) => {
      const found = await detector.detect(picture).catch(() => []);
      picture.close();
      // A part of an ITF code is a valid ITF code too, so only codes with the length of a case's code count.
      return found.flatMap(({ rawValue, format }) => (format === 'itf' && rawValue.length !== 14 ? [] : [rawValue]));
    },
    close: () => undefined,
  };
}

function workerReader(): Promise<CodeReader> {
  const worker = new Worker(new URL('./codeWorker.ts', import.meta.url), { type: 'module' });
  let answer: (codes: string[]) => void = () => undefined;
  const reader: CodeReader = {
    read: (picture) =>
      new Promise((resolve) => {
        answer = resolve;
        worker.postMessage(picture, [picture]);
      }),
    close: () => worker.terminate(),
  };
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      worker.terminate();
      reject(error);
    };
    worker.onerror = (event) => fail(workerError(event));
    worker.onmessage = ({ data }: MessageEvent<ReaderMessage>) => {
      if ('codes' in data) answer(data.codes);
      else if (data.ready) resolve(reader);
      else fail(new Error(data.why));
    };
  });
}
