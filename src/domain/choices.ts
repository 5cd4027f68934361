/** Option lists that the documents define as plain constants. */

/** The tags that a deposit may carry; the first is the default of the dialog (CONST-22, A43, B6.5). */
export const DEPOSIT_TAGS = ['cash', 'transfer', 'order', 'signup'] as const;

/** The sources of an agent. The document does not name the two staff sources; their labels are configurable (CONST-23, B9.10). */
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

/** The periods of the agent report (CONST-24). */
export const AGENT_REPORT_PERIODS = ['day', 'week'] as const;

/** The tags of a product; a product carries each at most once (CONST-25). */
export const PRODUCT_TAGS = ['LOWER_UNIT', 'HIGHER_UNIT', 'MARKUP', 'CLASS'] as const;
