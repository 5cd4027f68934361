/** Limits and business constants that belong to no single thing: DECISIONS B13 and REQUIREMENTS CONST. Texts are the server's answers. */
import { MAX_KOBO } from './money.ts';
import { MAX_QUANTITY } from './units.ts';

/** B13, with its exact text and the code it is answered with. `configurable` values are defaults. */
export const LIMITS = {
  quantity: { max: MAX_QUANTITY, code: 422, text: `Quantity must be between 0 - ${MAX_QUANTITY}` },
  lines: { max: 2000, code: 422, text: 'A transfer can hold at most 2000 products.' },
  bulkRows: { max: 125, code: 413, text: 'At most 125 rows can be sent at once.' },
  bodyBytes: { max: 1_048_576, code: 413, text: 'The request is too large.' },
  readAllRows: { max: 200_000, code: 413, text: 'Too many rows. Please use page and per_page.' },
  reportDays: { max: 400, code: 422, text: 'Please choose at most 400 days.' },
  exportRows: { max: 100_000, code: 422, text: 'The first 100000 rows were exported.' },
  recipients: { max: 50_000, code: 422, text: 'Too many recipients.' },
  concurrentReports: { max: 2, code: 429, text: 'Too many requests. Please wait {n} seconds.' },
} as const;

/** B13 money value: kobo. */
export const MONEY_LIMIT = MAX_KOBO;

export function tooLarge(label: string): string {
  return `${label} is too large.`;
}

/** B13, CONST-17: an uploaded image, and the whole request that carries it. */
export const MAX_IMAGE_BYTES = 4_024_000;
export const MAX_UPLOAD_BODY_BYTES = MAX_IMAGE_BYTES + 65_536;

/** CONST-02, A23: rows per bulk call; products go in their own smaller batches. */
export const BULK_ROWS = LIMITS.bulkRows.max;
export const PRODUCT_BULK_ROWS = 120;

/** CONST-01: reads are fresh for five minutes (seconds). */
export const CACHE_SECONDS = 300;

/** CONST-13, A49: milliseconds. */
export const DELAYS = { search: 750, autocomplete: 250, quantity: 1500, toast: 6000 } as const;

/** CONST-13, UI-08: autocompletes search from this many typed characters. */
export const AUTOCOMPLETE_MIN = 3;

/** UI-09: above this many products the product search asks the server. */
export const PRODUCTS_IN_MEMORY = 500;

/** CONST-15, B1.11: lengths in characters. */
export const LENGTHS = {
  nameMin: 3,
  nameMax: 120,
  descriptionMin: 10,
  descriptionMax: 2000,
  metaMax: 4000,
  titleMin: 3,
  messageMin: 3,
  messageMax: 160,
  account: 10,
  bvnMax: 11,
} as const;

/** CONST-15: columns of the product CSV. */
export const CSV_COLUMNS = 9;

/** CONST-18: quantity of a seller product in its form and from the switch; weight and size of a product. */
export const SELLER_PRODUCT_QUANTITY = { form: -1, switch: 500 } as const;
export const WEIGHT_AND_SIZE = 0;

/** CONST-16, B2.8: logs shown beside a warehouse; one more is asked for, so that "50+" is known. */
export const LOGS_SHOWN = 50;

/** CONST-16: "12", and "50+" when more than 50 came. */
export function logsCount(count: number): string {
  return count > LOGS_SHOWN ? `${LOGS_SHOWN}+` : String(count);
}

/** CONST-20, layout in pixels. */
export const WIDTHS = { wizard: 750, sidebarOpen: 240, sidebarClosed: 60, headerHeight: 55 } as const;
