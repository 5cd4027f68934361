/** Where the pictures of records are read. */
import { PICTURE_SIZES, smallPicture } from '#domain/pictures.ts';
import { isPlain } from './capabilities.ts';
import { apiUrl, serverRecord } from './where.ts';

/**
 * The addresses of a picture for an `img`. `path` is `upload.path`; `side` is the longest side of its place in CSS pixels. Our server has small copies. A server
 * that knows the documents alone says a path and no more: a whole address counts as it is, another one stands below the base of pictures.
 */
export function pictureAt(path: string, side: number): { src: string; srcSet?: string } {
  if (isPlain()) {
    const isWhole = /^(https?:)?\/\//.test(path) || path.startsWith('/');
    const base = serverRecord()?.where?.pictures;
    return { src: isWhole ? path : base ? base + path : apiUrl(path) };
  }
  const of = (size: (typeof PICTURE_SIZES)[number]) => apiUrl(smallPicture(path, size));
  return {
    src: of(PICTURE_SIZES.find((size) => size >= side) ?? 960),
    srcSet: PICTURE_SIZES.map((size) => `${of(size)} ${size}w`).join(),
  };
}
