/** The largest number of pixels per side that any of our screens shows. */
const ENOUGH = 1_200;

/**
 * Scales a photo down to the size that is shown: it has a tenth of the bytes and none of the camera's metadata. A small picture, or one that this
 * browser cannot draw, is returned unchanged. The server checks and strips it in any case.
 */
export async function shrunk(file: File): Promise<Blob> {
  try {
    const drawn = await createImageBitmap(file);
    const scale = ENOUGH / Math.max(drawn.width, drawn.height);
    if (scale >= 1) return file;
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(drawn.width * scale));
    canvas.height = Math.max(1, Math.round(drawn.height * scale));
    canvas.getContext('2d')?.drawImage(drawn, 0, 0, canvas.width, canvas.height);
    const type = file.type === 'image/png' ? 'image/png' : 'image/jpeg';
    const small = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.88));
    return small && small.size < file.size ? small : file;
  } catch {
    return file;
  }
}
