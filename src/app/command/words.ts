/** How typed words are compared with the words of acts and screens, and which typed words say nothing about what is meant. */
import { fitsNearly } from '#domain/slips.ts';
import { searchable, searchWords } from '#domain/text.ts';

const LETTER = /[\p{L}\p{Nd}]/u;

/** The places in a folded text at which one of its words begins with the typed word. Inside of a word nothing begins: "paid" does not begin in "unpaid". */
export function beginnings(folded: string, word: string): number[] {
  const places: number[] = [];
  for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + 1))
    if (at === 0 || !LETTER.test(folded[at - 1] ?? '')) places.push(at);
  return places;
}

/** Whether every typed word begins a word of the text. */
export function beginsWords(text: string, typed: string): boolean {
  const folded = searchable(text);
  return searchWords(typed).every((word) => beginnings(folded, word).length > 0);
}

/** The same with typing mistakes. A typed word that is only inside a word does not count. */
export function beginsWordsNearly(text: string, typed: string): boolean {
  const folded = searchable(text);
  return (
    fitsNearly(folded, typed) &&
    searchWords(typed).every((word) => !folded.includes(word) || beginnings(folded, word).length > 0)
  );
}

/** Small words of a question. No record, act or screen is found by them. */
const SMALL = new Set(
  'a an and are at by do does for have has how i in is many me much my of on our please show the there us was we were what when where which who whose why with'.split(
    ' ',
  ),
);

export const isSmall = (word: string): boolean => SMALL.has(word);

/** The words for what a question counts: "how many cases of milo". */
const COUNTED = new Set('case cases carton cartons pack packs piece pieces unit units left'.split(' '));

/** The words for what a question is about: "why is nescafe low". */
const WONDERED_AT = new Set('changed down empty fewer gone less low missing out short'.split(' '));

const QUESTIONS = new Set('how what when where which who whose why'.split(' '));

/** Whether the text begins with the word of a question. */
export const isQuestion = (typed: string): boolean => QUESTIONS.has(searchWords(typed)[0] ?? '');

const isHowMany = (words: readonly string[]) => words[0] === 'how' && words[1] === 'many';
const isWhy = (words: readonly string[]) => words[0] === 'why';

/** The text without its question mark. */
export const withoutSign = (typed: string): string => typed.replace(/[?\s]+$/u, '').trim();
const typedWords = (typed: string) => searchWords(withoutSign(typed));

/** The typed words without the small words of a question, as long as others remain. */
export function meantWords(typed: string): string[] {
  const words = typedWords(typed);
  const alsoSmall = isHowMany(words) ? COUNTED : isWhy(words) ? WONDERED_AT : SMALL;
  const meant = words.filter((word) => !SMALL.has(word) && !alsoSmall.has(word));
  return meant.length > 0 ? meant : words;
}

const CHANGED = new Set('changed created deleted edited made removed updated'.split(' '));
/** What may change in a record. */
const FIELDS = new Set('address email fee limit name number phone price prices status'.split(' '));

/** The words beside the question who changed something: "who changed the price of milo" gives ["milo"]. Null: another text. */
function changedWords(words: readonly string[]): string[] | null {
  if (!QUESTIONS.has(words[0] ?? '') || !words.some((word) => CHANGED.has(word))) return null;
  return words.filter((word) => !SMALL.has(word) && !CHANGED.has(word) && !FIELDS.has(word));
}

/** The same as the words of an act: "how many milo" and "why milo" ask for the stock of Milo, whose page says why. */
export function actWords(typed: string): string[] {
  const words = typedWords(typed);
  const changed = changedWords(words);
  if (changed) return ['history', ...changed];
  const meant = meantWords(typed);
  return (isHowMany(words) || isWhy(words)) && meant.length < words.length ? ['stock', ...meant] : meant;
}
