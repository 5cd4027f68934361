/** What lies behind the aim of the camera pane. */

interface Size {
  width: number;
  height: number;
}
export interface Part extends Size {
  x: number;
  y: number;
}

/** Codes are read a little beyond the corners, because nobody aims to the pixel. As a share of the aim's width and height, for each side. */
const BEYOND = 0.25;
/** A wider picture is made smaller before it is read: a bar of a code is still two pixels wide. */
export const WIDEST = 1_280;

/**
 * The part of a video (in pixels of `video`) that lies behind `aim` and a little around it. `shown` is the box that the video fills like `object-fit:
 * cover`, and `aim` is measured from the corner of this box. Null while one of them has no size.
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
