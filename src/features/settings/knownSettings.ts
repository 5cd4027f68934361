import { showNaira } from '#domain/money.ts';
import { DEFAULT_ORDER_SOURCE } from '#domain/order.ts';
import { REVERSAL_LIMIT_KEY, REVERSAL_LIMIT_KOBO } from '#domain/reversal.ts';
import { LAUNCH_KEY } from '#domain/setting.ts';
import { RECOUNT_LIMIT_KEY, RECOUNT_LIMIT_KOBO } from '#domain/stocktake.ts';
import { sentenceOf } from '#domain/text.ts';

interface Known {
  name: string;
  /** What the setting does, in one sentence. */
  does: string;
  /** What counts while nobody has set it. */
  unset: string;
}

/** The settings that the app reads (B9.14). Other keys are kept for other programs. */
export const KNOWN: Readonly<Record<string, Known>> = {
  agent_source_staff_1: {
    name: 'First staff source',
    does: 'Its name in the list of sources of an agent.',
    unset: 'Staff 1',
  },
  agent_source_staff_2: {
    name: 'Second staff source',
    does: 'Its name in the same list.',
    unset: 'Staff 2',
  },
  default_order_source: {
    name: 'Source of orders',
    does: 'An order that comes without a source gets this one.',
    unset: sentenceOf(DEFAULT_ORDER_SOURCE),
  },
  [LAUNCH_KEY]: {
    name: 'Launch date',
    does: 'A retailer created before it, with no order since, is “Pre-launch”.',
    unset: '4 May 2020',
  },
  [RECOUNT_LIMIT_KEY]: {
    name: 'Recount limit',
    does: 'If a count differs by more than this at cost, another person counts the product again.',
    unset: showNaira(RECOUNT_LIMIT_KOBO),
  },
  [REVERSAL_LIMIT_KEY]: {
    name: 'Reversal limit',
    does: 'If a receipt is worth more than this, another person must approve its reversal.',
    unset: showNaira(REVERSAL_LIMIT_KOBO),
  },
};

/** The settings by what they are about. The last subject has the settings of other programs. */
export const SUBJECTS: readonly { title: string; keys: readonly string[] | null }[] = [
  { title: 'Stock', keys: [RECOUNT_LIMIT_KEY, REVERSAL_LIMIT_KEY] },
  { title: 'Orders', keys: ['default_order_source'] },
  { title: 'Retailers', keys: [LAUNCH_KEY] },
  { title: 'Agents', keys: ['agent_source_staff_1', 'agent_source_staff_2'] },
  { title: 'Other settings', keys: null },
];

/** The name of a setting that the app reads, otherwise the words of the key. "support_phone" is "Support phone". */
export const nameOf = (key: string) => KNOWN[key]?.name ?? sentenceOf(key);

/** All words of a setting, for the search. */
export const searchText = (key: string) => `${key} ${nameOf(key)} ${KNOWN[key]?.does ?? ''}`;

/** The documents' sentence, which has the key (CFG-05), and below it the name of the setting. */
export const withSettingName = (key: string, sentence: string) => `${sentence}\n${nameOf(key)}`;
