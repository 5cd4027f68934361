/** Soft limits of the product (B13), each named once. */

/** Units per line. */
export const MAX_QUANTITY = 1_000_000;
/** Lines per purchase order. */
export const MAX_LINES = 2_000;
export const MAX_LINES_TEXT = 'A transfer can hold at most 2000 products.';
/** Bytes of a body. */
export const MAX_BODY = 1_000_000;
export const MAX_PER_PAGE = 500;
export const MAX_UNPAGED = 200_000;
export const MAX_SEARCH = 100;
/** Days of a report. */
export const MAX_REPORT_DAYS = 400;
/** Rows of an export. */
export const MAX_EXPORT_ROWS = 100_000;
/** CONST-16: log rows shown. */
export const MAX_LOGS_SHOWN = 50;
/** CONST-08. */
export const PRODUCT_PAGE_SIZES = [10, 20, 50, 75, 100, 150, 200, 250, 300] as const;
export const PAGE_SIZES = [10, 20, 30, 50, 100] as const;
/** UI-07 in milliseconds; CONST-13. */
export const SEARCH_PAUSE_MS = 750;
