/** Finds texts whose words were typed with a slip of the fingers: "nodles" for "noodles". The server does the same by {@link slipPattern}. */
import { searchable, searchWords } from './text.ts';

/** A shorter word is one slip away from too many others, a longer one would make a long pattern, and a word with figures is a code. */
const MAY_SLIP = /^\p{L}{4,24}$/u;

/** Beside a word of four letters, a word of three may lack an inner letter: "knorr fsh". Alone it is too near to too many. */
const MAY_LACK = /^\p{L}{3}$/u;

/** The typed words that may hold a slip. */
const slippery = (words: readonly string[]): readonly string[] => {
  const long = words.filter((word) => MAY_SLIP.test(word));
  return long.length === 0 ? [] : [...long, ...words.filter((word) => MAY_LACK.test(word))];
};

/** How many slips a word of this length may hold. */
const slipsIn = (word: string): number => (word.length < 8 ? 1 : 2);

/** Whether every typed word is in the text or near the beginning of one of its words. `folded`: the text, folded by `searchable`. */
export const fitsNearly = (folded: string, wanted: string): boolean => nearly(wanted)(folded);

/** The same for many texts, which share most of their words: each word is compared once. */
export function nearly(wanted: string): (folded: string) => boolean {
  const words = searchWords(wanted);
  const may = new Set(slippery(words));
  if (may.size === 0) return () => false;
  const known = words.map(() => new Map<string, boolean>());
  const isNearOnce = (one: string, at: number) => {
    let near = known[at]?.get(one);
    if (near === undefined) {
      const typed = words[at] ?? '';
      near = isNearly(one, typed) || lacksOne(one, typed);
      known[at]?.set(one, near);
    }
    return near;
  };
  return (folded) => {
    let own: string[] | undefined;
    return words.every((word, at) => {
      if (folded.includes(word)) return true;
      if (!may.has(word)) return false;
      own ??= folded.split(NO_WORD);
      return own.some((one, place) => isNearOnce(one, at) || isInTwoWords(one, own?.[place + 1], word));
    });
  };
}

/** A shorter word is not typed for two words: "corn flakes". */
const JOINED = /^\p{L}{6,24}$/u;

/** Whether one typed word is two words of a text: "cornflakes" for "Corn Flakes". The second one may be begun. */
const isInTwoWords = (one: string, next: string | undefined, typed: string): boolean =>
  next !== undefined &&
  one.length > 2 &&
  typed.length - one.length > 1 &&
  JOINED.test(typed) &&
  typed.startsWith(one) &&
  next.startsWith(typed.slice(one.length));

const NO_WORD = /[^\p{L}\p{Nd}]+/u;

/** The words of folded texts, each once. */
export function addWords(words: Set<string>, folded: string): void {
  for (const word of folded.split(NO_WORD)) words.add(word);
}

/** The same as {@link nearly} for tens of thousands of texts, whose words (`addWords`) are known: only the words are compared letter by letter. */
export function nearlyAmong(words: ReadonlySet<string>, wanted: string): (folded: string) => boolean {
  const typed = searchWords(wanted);
  const may = new Set(slippery(typed));
  if (may.size === 0) return () => false;
  const meant = typed.map((one) => {
    if (!may.has(one)) return [one];
    const near = [one];
    // The first letter is right, or it is changed round with the second. Most words end here.
    for (const word of words)
      if ((word[0] === one[0] || word[0] === one[1]) && (isNearly(word, one) || lacksOne(word, one))) near.push(word);
    near.push(
      ...inTwoWords(one)
        .filter(([first]) => words.has(first))
        .map((both) => both.join(' ')),
    );
    return near;
  });
  return (folded) => meant.every((some) => some.some((word) => folded.includes(word)));
}

/** Whether a typed word is `word` or a beginning of it, with the slips that its length allows. Both are folded; a word of three letters must be right. */
export const isNearly = (word: string, typed: string): boolean =>
  MAY_SLIP.test(typed) && isNear(word, typed, slipsIn(typed));

/** Whether a typed word is the whole `word` but for at most `most` slips. Both are folded. */
export const isWithin = (word: string, typed: string, most: number): boolean =>
  isNear(word, typed, most) && isNear(typed, word, most);

/** Whether three typed letters are a word of four without one of its two inner letters. */
const lacksOne = (word: string, typed: string): boolean =>
  word.length === 4 &&
  MAY_LACK.test(typed) &&
  (word.slice(0, 1) + word.slice(2) === typed || word.slice(0, 2) + word.slice(3) === typed);

/**
 * Whether `typed` becomes a beginning of `word`, or `word` itself, by at most `most` slips: a letter too many, one too few, a wrong one, or two
 * changed round.
 */
function isNear(word: string, typed: string, most: number): boolean {
  // The first letter is right, or it is changed round with the second.
  if (word.length < typed.length - most || (word[0] !== typed[0] && (word[0] !== typed[1] || word[1] !== typed[0])))
    return false;
  const start = word.slice(0, typed.length + most);
  let before: number[] = [];
  let row = Array.from({ length: start.length + 1 }, (_, at) => at);
  for (let i = 1; i <= typed.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= start.length; j += 1) {
      const wrong = typed[i - 1] === start[j - 1] ? 0 : 1;
      let least = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + wrong);
      if (i > 1 && j > 1 && typed[i - 1] === start[j - 2] && typed[i - 2] === start[j - 1])
        least = Math.min(least, (before[j - 2] ?? 0) + 1);
      next.push(least);
    }
    if (Math.min(...next) > most) return false;
    before = row;
    row = next;
  }
  return Math.min(...row.slice(Math.max(0, typed.length - most))) <= most;
}

/** The {@link slipPattern} of each typed word that may hold a slip. Beside a longer word, one of three letters may lack an inner one. */
export function slipPatterns(words: readonly string[]): ReadonlyMap<string, string> {
  return new Map(slippery(words).map((word) => [word, slipPattern(word) ?? lackPattern(word)]));
}

/** Texts with these three letters, or with a word of four letters that lacks none of them. */
function lackPattern(word: string): string {
  const [a, b, c] = word;
  return `${word}|(^|[${EDGE}])(${a}[^ ]${b}${c}|${a}${b}[^ ]${c})($|[)${EDGE}])`;
}

/** What may stand before a word. */
const EDGE = ' (/&.,+"-';

/**
 * A regular expression of PostgreSQL for texts in which a word begins with `word`, or does so but for one slip. null: this word must be right. The text is
 * folded, and `word` is too. Its letters are plain, so nothing of it has to be escaped.
 */
export function slipPattern(word: string): string | null {
  if (!MAY_SLIP.test(word)) return null;
  const ways = new Set([word]);
  for (let at = 0; at < word.length - 1; at += 1) {
    const [before, here, next, rest] = [word.slice(0, at), word[at], word[at + 1], word.slice(at + 2)];
    // Changed round; then one too few; then a wrong one or one too many.
    ways.add(`${before}${next}${here}${rest}`);
    ways.add(`${before}${here}[^ ]${next}${rest}`);
    ways.add(`${before}${here}[^ ]?${rest}`);
  }
  for (const both of inTwoWords(word)) ways.add(both.join(' '));
  return `(^|[${EDGE}])(${[...ways].join('|')})`;
}

/** A long typed word as two words of a text, each way once. */
const inTwoWords = (typed: string): [string, string][] =>
  JOINED.test(typed) ? [...typed.slice(0, -4)].map((_, at) => [typed.slice(0, at + 3), typed.slice(at + 3)]) : [];

/**
 * The words in two parts, each way once, for texts that name two records: "milo wuse" gives [milo, wuse] and [wuse, milo]. A part has a word of
 * three letters at least. [] for a single word and for long texts.
 */
export function inTwo(text: string): [string, string][] {
  const words = searchWords(text);
  if (words.length < 2 || words.length > 5) return [];
  const parts = words
    .slice(1)
    .map((_, at): [string, string] => [words.slice(0, at + 1).join(' '), words.slice(at + 1).join(' ')]);
  const isNamed = (part: string) => part.split(' ').some((word) => word.length > 2);
  return parts.flatMap(([a, b]): [string, string][] =>
    isNamed(a) && isNamed(b)
      ? [
          [a, b],
          [b, a],
        ]
      : [],
  );
}

/**
 * {@link WHOLE}: the title begins with the first typed word, whole; 0: it begins with its letters; 1: one of its words does, it begins with another typed word, or it holds all of them; 2: it holds the
 * words elsewhere or nearly. For sorting what was found.
 */
export const rankOf = (title: string, wanted: string): number => ranksBy(wanted)(searchable(title));

const LETTER = /[\p{L}\p{Nd}]/u;
/** "Pepsi" before "Pepsico". */
const WHOLE = -1;

/** The same for many titles that are folded already, as `searchable` does it. */
export function ranksBy(wanted: string): (folded: string) => number {
  const words = searchWords(wanted);
  const [first] = words;
  if (first === undefined) return () => 2;
  return (folded) => {
    if (folded.startsWith(first)) return LETTER.test(folded[first.length] ?? '') ? 0 : WHOLE;
    if (folded.includes(` ${first}`)) return 1;
    const isMeant =
      words.length > 1 &&
      (words.some((word) => folded.startsWith(word)) || words.every((word) => folded.includes(word)));
    return isMeant ? 1 : 2;
  };
}
