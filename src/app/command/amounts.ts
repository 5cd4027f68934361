/** A payment with its amount: "pay 20000 hauwa", "record payment of hauwa 20,000". */
import { formatMoney, parseMoney } from '#domain/money.ts';

const AMOUNT = /^(?:₦|ngn|n)?(\d{1,3}(?:,\d{3})+|\d{1,9})(\.\d{1,2})?(k)?$/;
/** Words between the amount and the name. */
const BETWEEN = new Set('naira ngn from by for of'.split(' '));

/** The amount that a word stands for, in naira without ".00": "20k" is "20000". Null: the word is no amount, or 0. */
function nairaOf(word: string): string | null {
  const [, whole, part = '', thousands] = AMOUNT.exec(word) ?? [];
  const kobo = whole === undefined ? null : parseMoney(whole.replaceAll(',', '') + part);
  if (!kobo) return null;
  return formatMoney(thousands ? kobo * 1_000 : kobo).replace(/\.00$/, '');
}

/** The amount and the name in the words after a verb. An amount stands before the name or behind it. `naira` null: no amount. */
export function spokenAmount(rest: string): { naira: string | null; name: string } {
  const words = rest.split(' ').filter((word) => word !== '' && !BETWEEN.has(word));
  for (const at of [0, words.length - 1]) {
    const naira = nairaOf(words[at] ?? '');
    if (naira !== null) return { naira, name: words.filter((_, place) => place !== at).join(' ') };
  }
  return { naira: null, name: rest };
}
