/// <reference lib="webworker" />
/**
 * Reads codes in pictures outside the page's thread, so that the page stays responsive. The server allows only this file to compile WebAssembly
 * (static.ts).
 */
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import program from 'zxing-wasm/reader/zxing_reader.wasm?url';
import { READER_OPTIONS, textsOf } from './codeTexts.ts';

export type ReaderMessage = { codes: string[] } | { ready: true } | { ready: false; why: string };

declare const self: DedicatedWorkerGlobalScope;

const tell = (message: ReaderMessage) => self.postMessage(message);

prepareZXingModule({ overrides: { locateFile: () => program }, fireImmediately: true }).then(
  () => tell({ ready: true }),
  (error: unknown) => tell({ ready: false, why: String(error) }),
);

const canvas = new OffscreenCanvas(1, 1);
const paper = canvas.getContext('2d', { willReadFrequently: true });

self.onmessage = async ({ data: picture }: MessageEvent<ImageBitmap>) => {
  const { width, height } = picture;
  canvas.width = width;
  canvas.height = height;
  paper?.drawImage(picture, 0, 0);
  picture.close();
  const pixels = paper?.getImageData(0, 0, width, height);
  const found = pixels ? await readBarcodes(pixels, READER_OPTIONS).catch(() => []) : [];
  tell({ codes: textsOf(found) });
};
