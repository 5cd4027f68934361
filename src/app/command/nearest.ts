/** The answer of the command bar if nothing was found. */
import { permissionsOf } from '#domain/matrix.ts';
import { isNearly } from '#domain/slips.ts';
import { searchable, searchWords } from '#domain/text.ts';
import { actsFor, allowed, alone, begins, CODE, restAfter, restBeside } from './acts.ts';
import { VERBS } from './allVerbs.ts';
import { isActOfPage } from './kinds.ts';
import { screensFor } from './screens.ts';
import { placeOf, withSynonyms } from './synonyms.ts';
import type { Act } from './verbs.ts';
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

/** Whether the text names an act or a screen that the rights of this person do not include. */
export function isNotMine(typed: string, permissions: readonly string[], now: number): boolean {
  const titles = (rights: readonly string[]) => {
    const { verbs, plain } = allowed(rights, now, false);
    return [...verbs.map(({ verb }) => verb), ...[...plain, ...screensFor(rights)].map(({ title }) => title)];
  };
  const mine = new Set(titles(permissions));
  const others = titles(permissionsOf('administrator.administrator')).filter((title) => !mine.has(title));
  return isVerb(typed) || others.some((title) => placeOf(title, meantWords(typed)) < Number.POSITIVE_INFINITY);
}

/** The sentence for a text that means something Kasuwa has no screen for. Null: the text means something else. */
export function answerTo(typed: string): string | null {
  const words = meantWords(typed);
  return ANSWERS.find(([of]) => words.some((word) => of.split(' ').includes(word)))?.[1] ?? null;
}

/** Whether the text begins with the words of an act, which this person may lack, or which needs the server. */
const isVerb = (typed: string) =>
  VERBS.some((one) => (restAfter(one.verb, actWords(typed), begins) ?? restBeside(one, actWords(typed))) !== null) ||
  isActOfPage(searchWords(typed)[0]);

/** A name has at least three letters in a row, and is no question, no act, no address and no phone number. */
const mayBeName = (typed: string) =>
  /\p{L}{3}/u.test(typed) && !CODE.test(typed) && !isQuestion(typed) && !isActOfPage(searchWords(typed)[0]);

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
