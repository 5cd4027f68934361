/** The limits of the product (B13) and the business constants that several areas share (CONST rows). */

/** Units per line. */
export const MAX_QUANTITY = 1_000_000;
/** Lines per purchase order. */
export const MAX_LINES = 2_000;
export const MAX_LINES_TEXT = 'A transfer can hold at most 2000 products.';
/** Bytes of a request body. */
export const MAX_BODY = 1_000_000;
/** Bytes of an image (CONST-17, UI-19). */
export const MAX_IMAGE = 4_024_000;
export const MAX_IMAGE_TEXT = 'Max Upload size is 4MB only.';
/** The message for a file that is no image (UI-18). */
export const NO_IMAGE_TEXT = 'Please select a valid image file.';
/** Bytes of a request body with an image. */
export const MAX_UPLOAD_BODY = MAX_IMAGE + 64_000;
export const MAX_PER_PAGE = 500;
export const MAX_UNPAGED = 200_000;
/**
 * The most entries of one wallet that reconciliation returns in full (B5.15), 45 a day for three years. Beyond it only the newest entries and those
 * of the order.
 */
export const MAX_WALLET_LOGS = 50_000;
export const MAX_SEARCH = 100;
/** The most simultaneous reports of one session, and the seconds that a session waits when it has so many. */
export const MAX_REPORTS = 2;
export const REPORT_WAIT = 2;
/** The longest range of a report, in days. */
export const MAX_REPORT_DAYS = 400;
/** The number of log rows that the drill-down of one product reads (REP-12). */
export const MAX_REPORT_ENTRIES = 500;
/** Rows of an export. */
export const MAX_EXPORT_ROWS = 100_000;
export const MAX_EXPORT_TEXT = 'The first 100000 rows were exported.';
export const MAX_RECIPIENTS = 50_000;
/** The most rows of a bulk call; the client sends products in smaller batches (CONST-02, A23). */
export const BULK_ROWS = 125;
export const PRODUCT_BULK_ROWS = 120;
/** The log rows that are shown. One more is requested, so that the screen can say "50+" (CONST-16). */
export const MAX_LOGS_SHOWN = 50;
/** Page sizes of the product list (CONST-08). */
export const PRODUCT_PAGE_SIZES = [10, 20, 50, 75, 100, 150, 200, 250, 300] as const;
/** Page sizes of the fulfilment list; 50 by default (CONST-09). */
export const FULFILMENT_PAGE_SIZES = [10, 20, 50, 100, 200] as const;
export const PAGE_SIZES = [10, 20, 30, 50, 100] as const;
/** The debounce of search fields, ms (UI-07, CONST-13). */
export const SEARCH_PAUSE_MS = 750;
/** The debounce of autocomplete fields in ms, and the least characters that they need (UI-08). */
export const AUTOCOMPLETE_PAUSE_MS = 250;
export const AUTOCOMPLETE_MIN = 3;
/** The debounce of typed arithmetic, ms (UI-15). */
export const QUANTITY_PAUSE_MS = 1_500;

/** Lengths in characters (CONST-15, B1.11). */
export const LENGTHS = {
  titleMin: 3,
  messageMin: 3,
  messageMax: 160,
  account: 10,
  /** A BVN has exactly this length. */
  bvn: 11,
} as const;

/** The quantity of a hub product: from its form (-1 = no limit) and from the on/off switch (CONST-18). */
export const SELLER_PRODUCT_QUANTITY = { form: -1, switched: 500 } as const;
/** The weight and size of a new product (CONST-18). */
export const WEIGHT_AND_SIZE = 0;

/** The number of log rows as text: "12", or "50+" when there are more (CONST-16). */
export function logsCount(count: number): string {
  return count > MAX_LOGS_SHOWN ? `${MAX_LOGS_SHOWN}+` : String(count);
}

/** Limits of uploaded CSV files: bytes, rows, characters of a cell, and cells of a row. */
export const CSV_LIMITS = { bytes: 20_000_000, rows: 100_000, cell: 10_000, cells: 200 } as const;
