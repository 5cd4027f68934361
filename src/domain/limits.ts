/** Soft limits of the product (B13) and the business constants that belong to no single thing (CONST rows), each named once. */

/** Units per line. */
export const MAX_QUANTITY = 1_000_000;
/** Lines per purchase order. */
export const MAX_LINES = 2_000;
export const MAX_LINES_TEXT = 'A transfer can hold at most 2000 products.';
/** Bytes of a body. */
export const MAX_BODY = 1_000_000;
/** CONST-17: bytes of an image (UI-19). */
export const MAX_IMAGE = 4_024_000;
export const MAX_IMAGE_TEXT = 'Max Upload size is 4MB only.';
/** UI-18. */
export const NO_IMAGE_TEXT = 'Please select a valid image file.';
/** Bytes of the body that carries an image. */
export const MAX_UPLOAD_BODY = MAX_IMAGE + 64_000;
export const MAX_PER_PAGE = 500;
export const MAX_UNPAGED = 200_000;
/** Entries of one wallet that reconciliation answers whole (B5.15), 45 a day for three years; beyond it the newest so many and the order's. */
export const MAX_WALLET_LOGS = 50_000;
export const MAX_SEARCH = 100;
/** Reports that one session may have at once, and the seconds it is then told to wait. */
export const MAX_REPORTS = 2;
export const REPORT_WAIT = 2;
/** Days of a report. */
export const MAX_REPORT_DAYS = 400;
/** Log rows that the drill-down of one product reads (REP-12). */
export const MAX_REPORT_ENTRIES = 500;
/** Rows of an export. */
export const MAX_EXPORT_ROWS = 100_000;
export const MAX_EXPORT_TEXT = 'The first 100000 rows were exported.';
export const MAX_RECIPIENTS = 50_000;
/** CONST-02, A23: rows of a bulk call; the client sends products in smaller batches. */
export const BULK_ROWS = 125;
export const PRODUCT_BULK_ROWS = 120;
/** CONST-16: log rows shown; one more is asked for, so that "50+" is known. */
export const MAX_LOGS_SHOWN = 50;
/** CONST-08. */
export const PRODUCT_PAGE_SIZES = [10, 20, 50, 75, 100, 150, 200, 250, 300] as const;
/** CONST-09; 50 at first. */
export const FULFILMENT_PAGE_SIZES = [10, 20, 50, 100, 200] as const;
export const PAGE_SIZES = [10, 20, 30, 50, 100] as const;
/** UI-07 in milliseconds; CONST-13. */
export const SEARCH_PAUSE_MS = 750;
/** UI-08: autocompletes wait this long, and for this many characters. */
export const AUTOCOMPLETE_PAUSE_MS = 250;
export const AUTOCOMPLETE_MIN = 3;
/** UI-15: typed arithmetic is read after this pause. */
export const QUANTITY_PAUSE_MS = 1_500;

/** CONST-15, B1.11: lengths in characters. */
export const LENGTHS = {
  titleMin: 3,
  messageMin: 3,
  messageMax: 160,
  account: 10,
  /** Exactly. */
  bvn: 11,
} as const;

/** CONST-18: quantity of a seller product in its form (-1 = no limit) and from the switch. */
export const SELLER_PRODUCT_QUANTITY = { form: -1, switched: 500 } as const;
/** CONST-18: weight and size of a new product. */
export const WEIGHT_AND_SIZE = 0;

/** CONST-16: "12", and "50+" when more came. */
export function logsCount(count: number): string {
  return count > MAX_LOGS_SHOWN ? `${MAX_LOGS_SHOWN}+` : String(count);
}

/** Files of rows that people upload: bytes, rows, and characters of one cell. */
export const CSV_LIMITS = { bytes: 20_000_000, rows: 100_000, cell: 10_000, cells: 200 } as const;
