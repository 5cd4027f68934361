/** Finds texts whose words were typed with a slip of the fingers: "nodles" for "noodles". The server does the same by trigrams. */
import { searchable, searchWords } from './text.ts';

/** A shorter word is one slip away from too many others, and a word with figures is a code. */
const MAY_SLIP = /^\p{L}{4,}$/u;

/** How many slips a word of this length may hold. */
const slipsIn = (word: string): number => (word.length < 8 ? 1 : 2);

/** Whether every typed word is in the text or near the beginning of one of its words. `folded`: the text, folded by `searchable`. */
export function fitsNearly(folded: string, wanted: string): boolean {
  const words = searchWords(wanted);
  if (!words.some((word) => MAY_SLIP.test(word))) return false;
  const own = folded.split(/[^\p{L}\p{Nd}]+/u);
  return words.every((word) => folded.includes(word) || own.some((one) => isNearly(one, word)));
}

/** Whether a typed word is `word` or a beginning of it, with the slips that its length allows. Both are folded; a word of three letters must be right. */
export const isNearly = (word: string, typed: string): boolean =>
  MAY_SLIP.test(typed) && isNear(word, typed, slipsIn(typed));

/**
 * Whether `typed` becomes a beginning of `word`, or `word` itself, by at most `most` slips: a letter too many, one too few, a wrong one, or two
 * changed round.
 */
function isNear(word: string, typed: string, most: number): boolean {
  if (word.length < typed.length - most || word[0] !== typed[0]) return false;
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

/** 0: the title begins with the first typed word; 1: a word of it does; 2: it holds the word elsewhere or nearly. For sorting what was found. */
export function rankOf(title: string, wanted: string): number {
  const [first] = searchWords(wanted);
  if (first === undefined) return 2;
  const folded = searchable(title);
  if (folded.startsWith(first)) return 0;
  return folded.includes(` ${first}`) ? 1 : 2;
}
