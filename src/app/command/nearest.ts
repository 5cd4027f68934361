/** The answer of the command bar if nothing was found. */
import { permissionsOf } from '#domain/matrix.ts';
import { ROLES, type Role, roleName } from '#domain/permissions.ts';
import { shownPhone } from '#domain/phone.ts';
import { listOf, RECORD_RIGHTS, RECORDS } from '#domain/records.ts';
import { isNearly } from '#domain/slips.ts';
import { searchable, searchWords } from '#domain/text.ts';
import { actsFor, allowed, alone, CODE } from './acts.ts';
import { VERBS } from './allVerbs.ts';
import { isActOfPage } from './kinds.ts';
import { screensFor } from './screens.ts';
import { placeOf, withSynonyms } from './synonyms.ts';
import { corrected, isWordOfBar } from './typed/corrected.ts';
import { begins, phoneIn, restAfter, restBeside } from './typed/nameInText.ts';
import type { Act, Verb } from './verbs.ts';
import { actWords, isQuestion, meantWords } from './words.ts';

/** The most offers of an answer that found nothing. */
const NEAREST = 3;
/** An offer must be at least this share as near as the nearest one. */
const AS_NEAR = 0.75;

/**
 * The offers of an answer without results: the acts and `screens` whose words are nearest to the typed text. None that shares no word with it is
 * offered. A text that is near to nothing may be the name of goods, which a person with the right can create while the server answers. For an act
 * that the person cannot do now, other acts are offered.
 */
export function nearestActs(
  typed: string,
  permissions: readonly string[],
  now: number,
  screens: readonly Act[] = [],
  isAway = false,
): Act[] {
  if (answerTo(typed) !== null) return [];
  const phone = phoneIn(typed);
  if (phone !== null) return permissions.includes(RECORD_RIGHTS.buyer.create) && !isAway ? [createWith(phone)] : [];
  const { verbs, plain } = allowed(permissions, now, isAway);
  const words = meantWords(typed);
  const nearOf = ({ title }: Act) => {
    const own = searchable(withSynonyms(title.replace(/ …$/u, ''))).split(' ');
    return words.reduce((sum, word) => sum + Math.max(...own.map((one) => likeness(one, word))), 0);
  };
  const offers = [...verbs.map(alone), ...plain, ...screens].map((offer) => ({ offer, near: nearOf(offer) }));
  const best = Math.max(0, ...offers.map(({ near }) => near));
  if (best === 0 && isVerb(typed))
    return actsFor('', [], [], permissions, now, isAway).filter(({ does }) => does === undefined);
  if (best === 0)
    return mayBeName(typed) && permissions.includes('create_product') && !isAway ? [createNamed(typed.trim())] : [];
  return offers
    .filter(({ near }) => near >= best * AS_NEAR)
    .toSorted((a, b) => b.near - a.near)
    .map(({ offer }) => offer)
    .filter((offer, at, all) => all.findIndex(({ title }) => title === offer.title) === at)
    .slice(0, NEAREST);
}

/** What Kasuwa does not do, or does without a person, in one sentence. The words are those that people type for it. */
const ANSWERS: readonly (readonly [words: string, answer: string])[] = [
  ['vat tax taxes', 'Kasuwa adds no tax. A price is what the retailer pays.'],
  ['language languages english hausa yoruba igbo french', 'Kasuwa is in English.'],
  ['profit margin margins', 'No report has the profit. Inventory Reports have the worth of the stock at cost.'],
  ['commission commissions bonus target targets', 'Kasuwa has no commissions and no targets.'],
  ['backup backups restore', 'The server makes the backups, and whoever runs it restores them.'],
  ['audit activity', 'Each record says who changed it last. An administrator sees all of its changes.'],
  [
    'undo',
    'An act that can be undone has its Undo in the message after it. Everything else is changed on its own page.',
  ],
];

/** The names of the roles whose acts or screens the text names, where this person has none that it names. Null: nothing is named, or this person has it. */
export function whoMay(text: string, permissions: readonly string[], now: number): string[] | null {
  const typed = corrected(text);
  const { verbs } = allowed(permissions, now, false);
  if (verbs.some((verb) => isNamed(verb, typed))) return null;
  const mine = new Set(titlesOf(permissions, now));
  const words = meantWords(typed);
  const isOther = (title: string) => !mine.has(title) && placeOf(title, words) < Number.POSITIVE_INFINITY;
  const spoken = VERBS.filter((verb) => isNamed(verb, typed)).map(({ verb }) => verb);
  const isWanted = (title: string) => spoken.includes(title) || isOther(title);
  const roles = (Object.keys(ROLES) as Role[]).filter((role) => titlesOf(permissionsOf(role), now).some(isWanted));
  return roles.length > 0 ? [...new Set(roles.map((role) => roleName(role)))] : null;
}

function titlesOf(permissions: readonly string[], now: number): string[] {
  const { verbs, plain } = allowed(permissions, now, false);
  return [...verbs.map(({ verb }) => verb), ...[...plain, ...screensFor(permissions)].map(({ title }) => title)];
}

/** Whether the text begins with the words of the act, or has its further word. */
const isNamed = (one: Verb, typed: string): boolean =>
  (restAfter(one.verb, actWords(typed), begins) ?? restBeside(one, actWords(typed))) !== null;

/** The sentence for a text that means something Kasuwa has no screen for. Null: the text means something else. */
export function answerTo(typed: string): string | null {
  const words = meantWords(typed);
  return ANSWERS.find(([of]) => words.some((word) => of.split(' ').includes(word)))?.[1] ?? null;
}

/** Whether the text begins with the words of an act, which this person may lack, or which needs the server. */
const isVerb = (typed: string) => VERBS.some((one) => isNamed(one, typed)) || isActOfPage(searchWords(typed)[0]);

/** A name has at least three letters in a row, does not begin with a word of the bar, and is no question, no act, no address and no phone number. */
const mayBeName = (typed: string) => {
  const [first = ''] = searchWords(corrected(typed));
  return (
    /\p{L}{3}/u.test(typed) && !CODE.test(typed) && !isQuestion(typed) && !isActOfPage(first) && !isWordOfBar(first)
  );
};

const createWith = (phone: string): Act => ({
  title: `Create retailer with ${shownPhone(phone)}`,
  note: 'Retailers',
  icon: 'plus',
  to: `${listOf('buyer')}/${RECORDS.buyer.add}`,
  search: { phone },
});

const createNamed = (name: string): Act => ({
  title: `Create product “${name}”`,
  note: 'Products',
  icon: 'plus',
  to: '/products/create',
  search: { name },
});

/** A smaller common part of two words is a coincidence: "nothing" is not "notification". */
const LEAST_ALIKE = 0.6;

/** The share of a typed word that begins a word, 0 to 1. Fewer than three common letters give 0. */
function likeness(word: string, typed: string): number {
  if (isNearly(word, typed)) return 1;
  let same = 0;
  while (same < typed.length && word[same] === typed[same]) same += 1;
  const share = same / typed.length;
  return same < 3 || share < LEAST_ALIKE ? 0 : share;
}
