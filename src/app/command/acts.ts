/** The acts of the command bar. Each is a sentence such as "Receive from Adéọlá" or "Unpaid orders today", with an address and a right. */
import { type FoundRecord, shownNote } from '#domain/found.ts';
import { showNaira } from '#domain/money.ts';
import { fitsNearly, rankOf } from '#domain/slips.ts';
import { searchable, searchWords } from '#domain/text.ts';
import { VERBS } from './allVerbs.ts';
import { spokenAmount } from './amounts.ts';
import { firstActs } from './firstActs.ts';
import { goodsActs, isFigure, isPrice, linesAt, spokenGoods } from './goods.ts';
import { plainActs } from './plainActs.ts';
import { byPlace, placeOf, withSynonyms } from './synonyms.ts';
import {
  beginsNearly,
  isSameNearly,
  phoneIn,
  recordTexts,
  restAfter,
  restBefore,
  restBeside,
  verbWords,
  withoutSlips,
} from './typed/nameInText.ts';
import type { Act, Verb } from './verbs.ts';
import { beginsWords, beginsWordsNearly, meantWords } from './words.ts';

/** A phone number, an email, a SKU or a part of one, which names its record as well as the title does. */
export const CODE = /\d{4}|@/;

/**
 * The records that a text without a verb may mean for an act: records with that name, and not records that were found by an address or another field.
 * If the title of a record begins with the first word, only such titles count.
 */
function named(found: readonly FoundRecord[], text: string): readonly FoundRecord[] {
  const words = searchWords(text);
  const best = found.filter(({ title }) => rankOf(title, text) < 2);
  if (best.length > 0) return best;
  return found.filter(({ title }) => {
    const own = searchable(title);
    return words.some((word) => CODE.test(word) || own.includes(word) || fitsNearly(own, word));
  });
}

/**
 * The records for a verb and the words after it. "receive from ad" means names that begin with "ad". Names with "ad" inside a word are left out if
 * another name begins so.
 */
function begunBy(found: readonly FoundRecord[], { models, byTitle }: Verb, rest: string): readonly FoundRecord[] {
  const ofVerb = found.filter(({ model }) => models.includes(model));
  const begun = ofVerb.filter(({ title }) => beginsWords(title, rest));
  return begun.length > 0 || byTitle ? begun : ofVerb;
}

/** Before a verb at the end the words must begin a word of the record: "low stock" is not the stock of "Yellow Label". */
function isBegun({ title, note }: FoundRecord, rest: string): boolean {
  const own = `${title} ${note}`;
  return CODE.test(rest) || beginsWords(own, rest) || beginsWordsNearly(own, rest);
}

const isOwing = ({ owes }: FoundRecord) => owes !== undefined;
const withDebt = (record: FoundRecord) =>
  [shownNote(record), record.owes ? `owes ${showNaira(record.owes)}` : ''].filter(Boolean).join(', ');

/** The most acts that are offered, and the most of one verb: as many as a list of the records has. */
const MOST = 5;
const MOST_OF_VERB = 5;

/** `typed`: the words, one of which must name a month for the orders of that month to be offered. */
export const allowed = (
  permissions: readonly string[],
  now: number,
  isAway: boolean,
  typed: readonly string[] = [],
) => ({
  verbs: VERBS.filter(({ needs, online }) => permissions.includes(needs) && !(online && isAway)),
  plain: plainActs(now).filter(
    ({ needs, unless, online, month }) =>
      (month === undefined || namesMonth(month, typed)) &&
      (needs === null || permissions.includes(needs)) &&
      !(unless && permissions.includes(unless)) &&
      !(online && isAway),
  ),
});

export const alone = ({ verb, icon, alone: to, aloneSearch, note, whose }: Verb): Act => ({
  title: `${verb} …`,
  icon,
  to,
  note: whose ?? note,
  ...(aloneSearch ? { search: aloneSearch } : {}),
  ...(whose === undefined ? {} : { asks: `${verb} ` }),
});

/**
 * The acts for a typed text. `found`: records that fit the whole text. `foundBeside`: records that fit the text beside a verb. `now`: epoch seconds. An
 * empty text gives the person's most common acts. If no act and no record fits, acts whose words fit with a typing mistake are given. `isAway`: the
 * server does not answer, so acts that need it are left out.
 */
export function actsFor(
  text: string,
  found: readonly FoundRecord[],
  foundBeside: readonly FoundRecord[],
  permissions: readonly string[],
  now: number,
  isAway = false,
): Act[] {
  const typed = withoutSlips(text, found);
  const { verbs, plain } = allowed(permissions, now, isAway, searchWords(typed));
  if (typed.trim() === '') return firstActs(permissions, [...verbs.map(alone), ...plain]);
  const words = verbWords(typed);
  const { whole, afterVerb } = recordTexts(typed);
  const meant = named(found, whole);
  const about = (verb: Verb, records: readonly FoundRecord[], most: number): Act[] =>
    records
      .filter(({ model }) => verb.models.includes(model))
      .toSorted((a, b) => (verb.ofDebt ? Number(isOwing(b)) - Number(isOwing(a)) : 0))
      .slice(0, most)
      .map((record) => ({
        ...verb.act(record),
        title: `${verb.verb} ${record.title}`,
        icon: verb.icon,
        note: verb.ofDebt ? withDebt(record) : shownNote(record),
      }));
  const byName = verbs
    .filter(({ spoken }) => !spoken)
    .flatMap((verb) => about(verb, meant, 1))
    .map((act): Act => ({ ...act, isByName: true }));
  // A number without a name is that of a person who calls.
  const byPhone = phoneIn(typed) === null ? [] : verbs.filter(({ ofCall }) => ofCall);
  const actsBy = (restOf: (verb: Verb) => string | null) =>
    verbs.flatMap((verb) => {
      const beside = restOf(verb);
      const rest = beside ?? restBefore(verb.verb, words);
      if (rest === null) return [];
      const foundAfter = beside === null ? foundBeside.filter((record) => isBegun(record, rest)) : foundBeside;
      const { naira, name } = verb.takesAmount ? spokenAmount(rest) : { naira: null, name: rest };
      if (verb.takesAmount === 'unused' && name !== '')
        return about(verb, begunBy(foundAfter, verb, name), MOST_OF_VERB);
      if (name === '') return [alone(verb)];
      if (naira !== null)
        return about(verb, begunBy(foundAfter, verb, name), MOST_OF_VERB).map((act) => ({
          ...act,
          title: `${act.title}: ${showNaira(naira)}`,
          search: { ...act.search, sum: naira },
        }));
      const spoken = spokenGoods(rest);
      const parties = spoken.figure === null ? about(verb, begunBy(foundAfter, verb, rest), MOST_OF_VERB) : [];
      const acts = parties.length > 0 ? parties : goodsActs(verb, spoken, foundAfter);
      return acts.length === 0 && isFigure(rest) ? [alone(verb)] : acts;
    });
  // A further word may be part of a name that was typed whole.
  const isNamed = meant.length > 0;
  const exactActs = actsBy((one) => restAfter(one.verb, words) ?? (isNamed ? null : restBeside(one, words)));
  const actsNamed = (text: string) => [
    ...byPhone.flatMap((verb) => about(verb, meant, MOST_OF_VERB)),
    ...meantActs(typed, [...plain, ...verbs.map(alone)]),
    ...linesAt(afterVerb, foundBeside, permissions, !isAway && words.some(isPrice)),
    // Acts that still need a name come after acts that can be done at once.
    ...exactActs.filter(({ asks }) => asks === undefined),
    // "bodija stock" means the hub's stock before it means the line of stock cubes at that hub.
    ...linesAt(whole, found, permissions),
    ...plain.filter(({ title }) => beginsWords(title, text)),
    ...exactActs.filter(({ asks }) => asks !== undefined),
    ...byName,
    // A later word of a verb finds the act too: "password" leads to the list in which passwords are reset.
    ...verbs.filter(({ verb }) => text.length > 2 && beginsWords(verb, text)).map(alone),
    // Acts with the typed words in their title come before acts that only have a synonym.
    ...plain.filter(({ title }) => beginsWords(withSynonyms(title), text)),
    ...verbs.filter(({ verb }) => text.length > 2 && beginsWords(withSynonyms(verb), text)).map(alone),
  ];
  const asTyped = actsNamed(typed.trim());
  const acts = asTyped.some(({ asks }) => asks === undefined) ? asTyped : actsNamed(whole);
  // "receive" means an act that this person lacks, and no word that is near to it.
  const isLacked = VERBS.some(({ verb, needs }) => !permissions.includes(needs) && restAfter(verb, words) !== null);
  if (acts.length === 0 && found.length === 0 && typed.trim().length > 4 && !isLacked)
    acts.push(
      ...actsBy(
        (one) =>
          restAfter(one.verb, words, beginsNearly) ??
          restBeside(one, words, isSameNearly) ??
          restBefore(one.verb, words, isSameNearly),
      ),
      ...plain.filter((act) => beginsWordsNearly(withSynonyms(act.title), whole)),
      ...verbs.filter(({ verb, note }) => beginsWordsNearly(`${withSynonyms(verb)} ${note}`, whole)).map(alone),
    );
  // Two models may share a verb, and a name may fit with and without its verb. Two retailers of one name are two acts.
  return acts.filter((act, at) => acts.findIndex((one) => isSameAct(one, act)) === at).slice(0, MOST);
}

/** The acts whose own words are all that was typed, the nearest first: "low stock", "delivery fee". No record is meant by them. */
function meantActs(typed: string, may: readonly Act[]): Act[] {
  const words = meantWords(typed);
  return byPlace(
    may.filter(({ title }) => placeOf(title, words) < Number.POSITIVE_INFINITY),
    words,
  );
}

/** "october", and "oct" beside another word. */
const namesMonth = (month: string, typed: readonly string[]) =>
  typed.some((word) => word === month || (typed.length > 1 && word === month.slice(0, 3)));

const isSameAct = (one: Act, other: Act) =>
  one.title === other.title &&
  (one.asks !== undefined || (one.to === other.to && JSON.stringify(one.search) === JSON.stringify(other.search)));
