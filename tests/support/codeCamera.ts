/** A camera whose pictures come from the test: the codes on another page's screen. */
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { generate, mode } from 'lean-qr';
import { toPngBuffer } from 'lean-qr/extras/node_export';
import { type FrameKind, framesOf } from '../../src/domain/handover/frames.ts';

declare global {
  var showToCamera: (png: string | null) => Promise<void>;
}

/** Gives every page of the context such a camera. Its first picture has no code. */
export async function withCodeCamera(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [1_280, 960];
    const paint = canvas.getContext('2d');
    let shown: ImageBitmap | null = null;
    const draw = () => {
      if (!paint) return;
      paint.fillStyle = '#8a8378';
      paint.fillRect(0, 0, canvas.width, canvas.height);
      const side = 860;
      if (shown) paint.drawImage(shown, (canvas.width - side) / 2, (canvas.height - side) / 2, side, side);
    };
    // A stream has pictures only if something is painted.
    setInterval(draw, 40);
    globalThis.showToCamera = async (png) => {
      const bytes = png === null ? null : Uint8Array.from(atob(png), (char) => char.charCodeAt(0));
      shown = bytes && (await createImageBitmap(new Blob([bytes], { type: 'image/png' })));
    };
    const devices = navigator.mediaDevices;
    if (!devices) return;
    devices.getUserMedia = () => Promise.resolve(canvas.captureStream(25));
    devices.enumerateDevices = () => Promise.resolve([]);
  });
}

export const codeOf = (page: Page) => page.getByRole('img', { name: /^(Code \d+ of \d+|One code)$/ });

/** Shows the screen of `from` to the camera of `to` until `seen` is true. */
export async function holdBefore(from: Page, to: Page, seen: () => Promise<boolean>): Promise<void> {
  await expect(codeOf(from)).toBeVisible();
  await expect(async () => {
    const png = await codeOf(from).screenshot();
    await to.evaluate((picture) => globalThis.showToCamera(picture), png.toString('base64'));
    await to.waitForTimeout(350);
    expect(await seen()).toBe(true);
  }).toPass({ timeout: 60_000, intervals: [10] });
  await to.evaluate(() => globalThis.showToCamera(null));
}

/** Shows the codes of a paper that no screen of ours shows, for example an invented one. */
export async function showPaper(kind: FrameKind, paper: string, to: Page, seen: () => Promise<boolean>): Promise<void> {
  const frames = await framesOf(kind, paper);
  const pictures = frames.map((text) =>
    Buffer.from(toPngBuffer(generate(text, { modes: [mode.alphaNumeric] }), { scale: 8, pad: 4 })).toString('base64'),
  );
  let at = 0;
  await expect(async () => {
    await to.evaluate((picture) => globalThis.showToCamera(picture), pictures[at % pictures.length] ?? null);
    at += 1;
    await to.waitForTimeout(350);
    expect(await seen()).toBe(true);
  }).toPass({ timeout: 60_000, intervals: [10] });
  await to.evaluate(() => globalThis.showToCamera(null));
}
