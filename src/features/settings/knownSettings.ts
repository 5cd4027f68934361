import { REVERSAL_LIMIT_KEY } from '#domain/reversal.ts';
import { LAUNCH_KEY } from '#domain/setting.ts';
import { RECOUNT_LIMIT_KEY } from '#domain/stocktake.ts';
import { sentenceOf } from '#domain/text.ts';

/** The meaning of the keys that the app reads (B9.14). Other keys are kept for other programs. */
export const KNOWN: Readonly<Record<string, string>> = {
  agent_source_staff_1: 'Name of the first staff source in the list of agents',
  agent_source_staff_2: 'Name of the second staff source in the list of agents',
  default_order_source: 'Source of an order that names none',
  [LAUNCH_KEY]: 'Launch: a retailer from before it who has not ordered since is "Pre-launch"',
  [RECOUNT_LIMIT_KEY]: 'Difference of a stocktake at cost above which another person counts the product again',
  [REVERSAL_LIMIT_KEY]: 'Value of a receipt above which another person approves its reversal',
};

/** The settings by what they are about. The last subject has the settings of other programs. */
export const SUBJECTS: readonly { title: string; keys: readonly string[] | null }[] = [
  { title: 'Stock', keys: [RECOUNT_LIMIT_KEY, REVERSAL_LIMIT_KEY] },
  { title: 'Orders', keys: ['default_order_source'] },
  { title: 'Retailers', keys: [LAUNCH_KEY] },
  { title: 'Agents', keys: ['agent_source_staff_1', 'agent_source_staff_2'] },
  { title: 'Other settings', keys: null },
];

/** The label of a setting: a sentence for settings that the app reads, otherwise the words of the key. "support_phone" is "Support phone". */
export const wordsOf = (key: string) => KNOWN[key] ?? sentenceOf(key);
