/** Computes the part of the camera's picture in which codes are read. */

interface Size {
  width: number;
  height: number;
}
export interface Part extends Size {
  x: number;
  y: number;
}

/** The margin around the area, as a share of its width and height on each side. Codes are read there too, because nobody aims to the pixel. */
const BEYOND = 0.25;
/** The widest picture that is read, in pixels. Wider pictures are scaled down. The bars of a code are then still two pixels wide. */
export const WIDEST = 1_280;

/**
 * The part of a video (in pixels of `video`) behind `aim` with a margin. `shown` is the box that the video fills like `object-fit: cover`. `aim` is
 * measured from the corner of this box. Null while one of them has no size.
 */
export function partBehind(video: Size, shown: Size, aim: Part): Part | null {
  if ([video, shown, aim].some(({ width, height }) => width <= 0 || height <= 0)) return null;
  const scale = Math.max(shown.width / video.width, shown.height / video.height);
  const along = (from: number, length: number, box: number, whole: number) => {
    const first = Math.max(0, from - length * BEYOND);
    const last = Math.min(box, from + length * (1 + BEYOND));
    const cut = (whole - box / scale) / 2;
    return { at: Math.round(cut + first / scale), length: Math.max(1, Math.round((last - first) / scale)) };
  };
  const across = along(aim.x, aim.width, shown.width, video.width);
  const down = along(aim.y, aim.height, shown.height, video.height);
  return { x: across.at, y: down.at, width: across.length, height: down.length };
}
