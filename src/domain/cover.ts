/** How long goods last and when they are ordered again (decisions 0530, 0531). Quantities are units, days are whole days of Lagos. */

/** The days (including today) whose issues determine how long goods last. */
export const COVER_DAYS = 28;
/** A pace is never reckoned over fewer days: one good day is no pace. */
export const LEAST_COVER_DAYS = 7;
/** A day counts at most this many times the average of the days on which goods left: a promotion is no pace. */
export const PEAK_TIMES = 3;
/** Goods with fewer days left are counted as ending soon. */
export const SOON_DAYS = 14;

/** Lead time and safety days of hubs without a rule. */
export const USUAL_RULE = { lead_days: 7, safety_days: 3, order_days: 14 } as const;
export const MAX_RULE_DAYS = 365;
/** Where the rule of a row comes from. */
export const RULE_SCOPES = ['usual', 'hub', 'supplier', 'product'] as const;
export type RuleScope = (typeof RULE_SCOPES)[number];
/** The most lines that become purchase orders by one press. */
export const MAX_ORDER_ROWS = 125;
