/** The longest sides, in pixels, of the small pictures that the server makes of each picture: a tile, a card, and the picture of a product's page. */
export const PICTURE_SIZES = [96, 320, 960] as const;
export type PictureSize = (typeof PICTURE_SIZES)[number];

/** Where small pictures are read. What stands behind such an address never changes, because a new picture has a new name. */
export const SMALL_PICTURES = '/api/upload/small';

/** The call that answers a small picture, without the base of calls. `path` is the name of the whole picture, as `upload.path` says it. */
export const smallPicture = (path: string, size: PictureSize) => `upload/small/${size}/${path}`;
