/** Option lists of the documents that are constants. */

/** The tags of a deposit, the dialog's default first (CONST-22, A43, B6.5). */
export const DEPOSIT_TAGS = ['cash', 'transfer', 'order', 'signup'] as const;

/** The sources of agents (CONST-23). The document does not name the two staff options; their labels are configurable (B9.10). */
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

/** The periods of agent reports (CONST-24). */
export const AGENT_REPORT_PERIODS = ['day', 'week'] as const;

/** The tags of a product, each at most once per product (CONST-25). */
export const PRODUCT_TAGS = ['LOWER_UNIT', 'HIGHER_UNIT', 'MARKUP', 'CLASS'] as const;
