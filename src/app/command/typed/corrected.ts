/** Typed words with a slip, compared with the words of acts, screens and kinds: "prise of milo" is "price of milo". A name is in none of these lists, so it stays. */
import { isWithin } from '#domain/slips.ts';
import { searchable, searchWords } from '#domain/text.ts';
import { MENU } from '../../menu.ts';
import { VERBS } from '../allVerbs.ts';
import { KIND_WORDS } from '../kinds.ts';
import { plainActs } from '../plainActs.ts';
import { placeOf, SYNONYMS } from '../synonyms.ts';
import { isSmall, meantWords } from '../words.ts';

/** Words that are written short, without their vowels. */
const SHORT: Readonly<Record<string, string>> = {
  hb: 'hub',
  pymt: 'payment',
  recv: 'receive',
  stmt: 'statement',
  whse: 'warehouse',
};

/** The titles of acts and screens, the verbs first. */
const TITLES: readonly string[] = [
  ...VERBS.map(({ verb }) => verb),
  ...MENU.flatMap(({ links }) => links.map(({ title }) => title)),
  ...plainActs(0).map(({ title }) => title),
];

/** The words of the bar. Those of titles come first, because the first of two words that are equally near is taken. */
const WORDS: ReadonlySet<string> = new Set(
  [...TITLES, ...VERBS.flatMap(({ aliases = [] }) => aliases), ...KIND_WORDS, ...Object.values(SYNONYMS)].flatMap(
    (text) => searchable(text).split(/[^\p{L}\p{Nd}]+/u),
  ),
);
const LONG_WORDS = [...WORDS].filter((word) => word.length > 3);

/** Whether the words name an act or a screen, and nothing else. */
export const isTitle = (typed: string): boolean =>
  TITLES.some((title) => placeOf(title, meantWords(typed)) < Number.POSITIVE_INFINITY);

export const isWordOfBar = (word: string): boolean => WORDS.has(word);

const isKnown = (typed: string) => isSmall(typed) || LONG_WORDS.some((word) => word.startsWith(typed));

/** The letters in their order, for two that are changed round. */
const lettersOf = (word: string) => [...word].toSorted().join('');

/** The word of the bar that was typed with one slip, or with two in eight letters. In four letters no letter may be wrong: "sade" is not "sale". */
function wordFor(typed: string): string | undefined {
  const most = typed.length < 8 ? 1 : 2;
  const near = LONG_WORDS.filter(
    (word) =>
      Math.abs(word.length - typed.length) <= most &&
      (typed.length > 4 || word.length > 4 || lettersOf(word) === lettersOf(typed)) &&
      isWithin(word, typed, most),
  );
  // Two letters changed round are nearer than a wrong one.
  return near.find((word) => lettersOf(word) === lettersOf(typed)) ?? near[0];
}

/** The same with two slips in five letters, in a title of which another word was typed right: "recnd payment". */
function wordBeside(typed: string, others: readonly string[]): string | undefined {
  if (typed.length < 5) return undefined;
  return TITLES.map((title) => searchable(title).split(' '))
    .filter((own) => others.some((word) => word.length > 3 && own.includes(word)))
    .flatMap((own) => own.filter((word) => Math.abs(word.length - typed.length) < 2 && isWithin(word, typed, 2)))[0];
}

let last = { typed: '', corrected: '' };

/** The words without their slips; the text itself if it has none. */
export function corrected(typed: string): string {
  if (last.typed === typed) return last.corrected;
  const words = searchWords(typed);
  const right = words.map((word) =>
    Object.hasOwn(SHORT, word) && words.length > 1
      ? (SHORT[word] ?? word)
      : word.length < 4 || /\P{L}/u.test(word) || isKnown(word)
        ? word
        : (wordFor(word) ?? wordBeside(word, words) ?? word),
  );
  const isSame = right.every((word, at) => word === words[at]);
  last = { typed, corrected: isSame ? typed : right.join(' ') };
  return last.corrected;
}
