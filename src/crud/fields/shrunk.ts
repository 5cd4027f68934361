/** Pixels per side that any screen of ours shows. */
const ENOUGH = 1_200;

/**
 * A photo of a telephone drawn anew at the size that is shown: a tenth of the bytes for whoever reads the list, and nothing of the
 * camera in it. What is small already, or what this browser cannot draw, goes as it is; the server checks and strips it either way.
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
