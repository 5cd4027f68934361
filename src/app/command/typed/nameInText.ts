/** The typed words beside the words of a verb, a kind or an act of a page: the text that names the record. */

import type { FoundRecord } from '#domain/found.ts';
import { isPhone, normalizePhone } from '#domain/phone.ts';
import { isNearly } from '#domain/slips.ts';
import { searchable, searchWords } from '#domain/text.ts';
import { VERBS } from '../allVerbs.ts';
import { spokenAmount } from '../amounts.ts';
import { spokenGoods } from '../goods.ts';
import { isActOfPage, isFactOfPage, kindIn } from '../kinds.ts';
import type { Verb } from '../verbs.ts';
import { actWords, beginsWords, meantWords, withoutSign } from '../words.ts';
import { corrected, isTitle } from './corrected.ts';

/** "order B48SRUZE" and "hauwa order" mean the order and not its paper. */
const BY_FIRST_WORD: ReadonlySet<string> = new Set(['Print order']);

/**
 * The typed words after a verb. "receive from ade" and "receive ade" give "ade". "password ade" gives "ade" too, because a verb may begin with one of its
 * long later words. "reset pass" gives "". Null: the text does not begin with this verb. `same`: whether a typed word matches a word of the verb.
 */
export function restAfter(verb: string, typed: readonly string[], same: typeof begins = begins): string | null {
  const words = searchable(verb).split(' ');
  const mayBeLater = !BY_FIRST_WORD.has(verb);
  const start = words.findIndex(
    (word, place) => (place === 0 || (mayBeLater && word.length > 4)) && same(word, typed[0] ?? ''),
  );
  // A later word alone is a search and no verb: "orders" does not mean "Unpaid orders of".
  if (start < 0 || (start > 0 && typed.length === 1)) return null;
  let [word, at] = [start + 1, 1];
  for (; at < typed.length; at += 1) {
    const met = words.findIndex((one, place) => place >= word && same(one, typed[at] ?? ''));
    if (met < 0) break;
    word = met + 1;
  }
  return typed.slice(at).join(' ');
}

/**
 * The typed words before a verb at the end: "bodija stock", "knorr price". The verb must be a whole word, because names may end like the beginning of a
 * verb. `same`: whether the typed word is that word of the verb.
 */
export function restBefore(verb: string, typed: readonly string[], same: typeof begins = isSame): string | null {
  const last = typed.at(-1);
  if (typed.length < 2 || last === undefined || last.length < 4) return null;
  return restAfter(verb, [last, ...typed.slice(0, -1)], same);
}

const isSame = (word: string, typed: string) => word === typed;

/** The typed words beside a further word of the verb, at the start or the end; of a payment and of a price also in the middle: "hauwa paid 20000". */
export function restBeside(
  { aliases = [], takesAmount, isAnywhere }: Verb,
  typed: readonly string[],
  same: typeof begins = isSame,
): string | null {
  if (typed.length < 2) return null;
  const at = typed.findIndex(
    (word, place) =>
      aliases.some((one) => same(one, word)) &&
      (takesAmount || isAnywhere || place === 0 || place === typed.length - 1),
  );
  return at < 0 ? null : typed.filter((_, place) => place !== at).join(' ');
}

/** The whole word with one typing mistake: "zainab pasword". Six letters are needed, because a name comes before the verb and may be all that is meant. */
export const isSameNearly = (word: string, typed: string) =>
  isSame(word, typed) || (typed.length > 5 && Math.abs(word.length - typed.length) < 2 && isNearly(word, typed));

/** A typed word begins a word with three letters, or with two letters of a short word. */
export const begins = (word: string, typed: string) =>
  word.startsWith(typed) && typed.length >= Math.min(3, word.length);

/**
 * The same with one typing mistake: "recieve". Five letters are needed, because names of four letters are one mistake away from a verb ("Issa", "issue").
 */
export const beginsNearly = (word: string, typed: string) =>
  begins(word, typed) || (typed.length > 4 && isNearly(word, typed));

/**
 * The words of an act. An act of a page before a verb says nothing more: "print statement of ade" is the statement of Ade. The verb itself may begin with such
 * a word: "print order".
 */
export function verbWords(typed: string): string[] {
  const words = actWords(typed);
  const rest = words.slice(1);
  if (rest.length === 0 || !isActOfPage(words[0])) return words;
  const isBegun = VERBS.some(({ verb }) => {
    const [first = '', second = ''] = searchable(verb).split(' ');
    return begins(first, words[0] ?? '') && begins(second, rest[0] ?? '');
  });
  return !isBegun && VERBS.some(({ verb }) => restAfter(verb, rest) !== null) ? rest : words;
}

interface RecordTexts {
  whole: string;
  afterVerb: string;
}

/** The texts to search records for: the whole text, and the text beside a verb, a kind of records, or an act of a page. The words of these may have a slip. */
export function recordTexts(typed: string): RecordTexts {
  const own = textsOf(typed);
  const { afterVerb } = isActSlipped(typed) ? textsOf(corrected(typed)) : own;
  return { whole: own.whole, afterVerb: afterVerb || own.afterVerb };
}

/** Whether the words of an act have a slip. If an act was typed without one, the other words are a name, unless they become fewer: "change prise of milo". */
function isActSlipped(typed: string): boolean {
  const right = corrected(typed);
  if (right === typed) return false;
  const [own, other] = [textsOf(typed).afterVerb, textsOf(right).afterVerb];
  return own === '' || own === other || other.length < own.length;
}

/** The text without the slips in the words of acts, unless a record has the words as they were typed. */
export function withoutSlips(typed: string, found: readonly FoundRecord[]): string {
  const isName = found.some(({ title, note }) => beginsWords(`${title} ${note}`, meantOf(typed)));
  const right = corrected(typed);
  return !isName && right !== typed && (isTitle(right) || isActSlipped(typed)) ? right : typed;
}

function textsOf(typed: string): RecordTexts {
  const words = verbWords(typed);
  const rest = (restOf: (verb: Verb) => string | null) =>
    VERBS.flatMap((one) => {
      const { takesGoods, takesAmount } = one;
      const after = restOf(one);
      return after === null
        ? []
        : takesGoods
          ? spokenGoods(after).name
          : takesAmount
            ? spokenAmount(after).name
            : after;
    });
  const exact = rest((one) => restAfter(one.verb, words) ?? restBeside(one, words));
  const atEnd = exact.length > 0 ? exact : VERBS.flatMap(({ verb }) => restBefore(verb, words) ?? []);
  const nearly = () => {
    const atStart = rest((one) => restAfter(one.verb, words, beginsNearly) ?? restBeside(one, words, isSameNearly));
    return atStart.length > 0 ? atStart : VERBS.flatMap(({ verb }) => restBefore(verb, words, isSameNearly) ?? []);
  };
  const beside = [
    kindIn(words)?.rest ?? [],
    isActOfPage(words[0]) ? words.slice(1).join(' ') : [],
    isFactOfPage(words.at(-1)) ? words.slice(0, -1).join(' ') : [],
  ].flat();
  const named = [...atEnd, ...beside];
  const rests = named.length > 0 ? named : nearly();
  return { whole: meantOf(typed), afterVerb: rests.toSorted((a, b) => a.length - b.length)[0] ?? '' };
}

/** The text as it was typed, or without the small words of a question: "how many", "in". */
function meantOf(typed: string): string {
  const phone = phoneIn(typed);
  if (phone !== null) return phone;
  const meant = meantWords(typed);
  return meant.length < searchWords(typed).length ? meant.join(' ') : withoutSign(typed);
}

/** The whole phone number that was typed, as it is stored. Null: another text. */
export function phoneIn(typed: string): string | null {
  const phone = normalizePhone(typed);
  return isPhone(phone) ? phone : null;
}
