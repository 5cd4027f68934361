/** Option lists of the documents that are plain constants. */

/** CONST-22: tags a deposit may carry, the dialog's default first (A43, B6.5). */
export const DEPOSIT_TAGS = ['cash', 'transfer', 'order', 'signup'] as const;

/** CONST-23; the two staff-named options are unnamed in the document, their labels are configurable (B9.10). */
export const AGENT_SOURCES = [
  'BUYER',
  'AGENCY',
  'WHATSAPP',
  'FACEBOOK',
  'TWITTER',
  'STAFF_1',
  'STAFF_2',
  'SMS',
] as const;

/** CONST-24. */
export const AGENT_REPORT_PERIODS = ['day', 'week'] as const;

/** CONST-25: once each per product. */
export const PRODUCT_TAGS = ['LOWER_UNIT', 'HIGHER_UNIT', 'MARKUP', 'CLASS'] as const;
