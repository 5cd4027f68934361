import { type Address, RECORD_LINKS } from '#crud/paths.ts';
import { type FoundRecord, shownNote } from '#domain/found.ts';
import { showNumber } from '#domain/number.ts';
import { fitsNearly } from '#domain/slips.ts';
import { searchable, searchWords } from '#domain/text.ts';
import type { IconName } from '#ui/Icon.tsx';
import { actsFor } from './acts.ts';
import { spokenAmount } from './amounts.ts';
import { kindIn } from './kinds.ts';
import { listWith } from './lists.ts';
import { answerTo, nearestActs } from './nearest.ts';
import { screensFor } from './screens.ts';
import { bestPlace, byPlace, placeOf, withSynonyms } from './synonyms.ts';
import { recordTexts, withoutSlips } from './typed/nameInText.ts';
import type { Act } from './verbs.ts';
import { actWords, beginsWords, beginsWordsNearly, meantWords } from './words.ts';

/** One row of the command bar. */
export interface BarRow {
  key: string;
  title: string;
  note: string;
  icon: IconName;
  to: Address;
  search?: Record<string, string>;
  /** The text that the bar continues with, instead of opening `to`. */
  asks?: string;
  /** The phone number that is dialled, beside opening `to`. */
  dials?: string;
  /** The act that the row does, instead of opening `to`. */
  does?: Act['does'];
  /** The words on the button of a row of work. */
  verb?: string;
  /** The record behind the row; absent for acts and screens. */
  record?: FoundRecord;
}

export interface BarGroup {
  title: string;
  hits: BarRow[];
}

const KINDS: readonly { title: string; icon: IconName; models: readonly string[] }[] = [
  {
    title: 'People and places',
    icon: 'user',
    models: ['distributor', 'sales_officer', 'manager', 'agent', 'distributor_officer'],
  },
  { title: 'People and places', icon: 'shop', models: ['buyer'] },
  { title: 'People and places', icon: 'warehouse', models: ['warehouse'] },
  { title: 'People and places', icon: 'pin', models: ['seller', 'area', 'location'] },
  { title: 'Products', icon: 'box', models: ['product', 'brand', 'manufacturer', 'category'] },
  { title: 'Orders and transfers', icon: 'orders', models: ['order_group'] },
  { title: 'Orders and transfers', icon: 'swap', models: ['purchase_order'] },
  { title: 'Orders and transfers', icon: 'giveBack', models: ['claim'] },
  { title: 'More', icon: 'more', models: ['cohort', 'store_type'] },
];

/** The order of the groups. Only the acts for a name alone come later: after the people and places of that name. */
const GROUPS = [
  'Do',
  'Last opened',
  'Waits for you',
  'People and places',
  'Products',
  'Orders and transfers',
  'More',
  'Go to',
];

const ACTS_AFTER_NAMES = [...GROUPS.slice(1, 4), 'Do', ...GROUPS.slice(4)];

const MOST_OF_A_MODEL = 5;
/** The number of rows that fit into the panel. While there are fewer, a model may have more rows. */
const ROOM = 12;
const MOST_WORK = 3;

export function recordHit(record: FoundRecord, permissions: readonly string[]): (BarRow & { group: string }) | null {
  const place = RECORD_LINKS[record.model];
  const kind = KINDS.find(({ models }) => models.includes(record.model));
  if (!place || !kind) return null;
  // Who may not open the record finds it in the list.
  const list = permissions.includes(place.needs) ? null : listWith(record.model, record.title, permissions);
  const search = list ? list.search : place.search;
  if (!list && !permissions.includes(place.needs)) return null;
  return {
    group: kind.title,
    key: `${record.model} ${record._id}`,
    title: record.title,
    note: [place.label, shownNote(record)].filter(Boolean).join(', '),
    icon: kind.icon,
    to: list?.to ?? place.to(record._id),
    ...(search ? { search } : {}),
    record,
  };
}

const actHit = ({ title, note, icon, to, search, asks, does, dials }: Act): BarRow => ({
  // Two retailers of one name are two acts.
  key: ['act', title, to, JSON.stringify(search)].join(' '),
  title,
  note,
  icon,
  to,
  ...(search ? { search } : {}),
  ...(asks === undefined ? {} : { asks }),
  ...(does === undefined ? {} : { does }),
  ...(dials === undefined ? {} : { dials }),
});

interface BarInput {
  text: string;
  /** Records that fit the whole text, the best first. */
  found: readonly FoundRecord[];
  /** Records that fit the text beside a verb, a kind or an act. */
  foundAfter: readonly FoundRecord[];
  seen: readonly FoundRecord[];
  /** The waiting work, the longest waiting first. An empty text shows some rows; the words of a row's button show the others. */
  work: readonly BarRow[];
  permissions: readonly string[];
  /** The current time, epoch seconds. */
  now: number;
  /** The server does not answer. */
  isAway?: boolean;
}

/** The rows of the bar in their groups, without the empty ones. */
export function hitGroups(input: BarInput): BarGroup[] {
  const { seen, work, permissions, now, isAway } = input;
  const text = withoutSlips(input.text, input.found);
  const typed = text.trim();
  // The answer in words comes before records that fit only nearly: "undo" is not "Udo".
  const isMeant = ({ title }: FoundRecord) => answerTo(typed) === null || beginsWords(title, typed);
  const [found, foundAfter] = [input.found.filter(isMeant), input.foundAfter.filter(isMeant)];
  const into = new Map<string, BarRow[]>(GROUPS.map((title) => [title, []]));
  const put = (group: string, hits: readonly BarRow[]) => into.get(group)?.push(...hits);
  const acts = actsFor(text, found, foundAfter, permissions, now, isAway);
  put('Do', acts.map(actHit));
  if (typed === '') {
    put(
      'Last opened',
      seen.flatMap((record) => recordHit(record, permissions) ?? []),
    );
    put('Waits for you', work.slice(0, MOST_WORK));
  } else put('Waits for you', workNamed(typed, work));
  const screens = byPlace(screensNamed(typed, permissions), meantWords(typed));
  const others = [...into.values()].reduce((sum, hits) => sum + hits.length, screens.length);
  // If the acts are only those for named goods, the goods themselves are shown too.
  const hasActs = acts.some(({ search }) => search?.goods === undefined);
  for (const hit of recordHits(shownRecords(typed, found, foundAfter, hasActs), permissions, ROOM - others))
    put(hit.group, [hit]);
  put('Go to', screens);
  const isScreenMeant = bestPlace(screens, meantWords(typed)) < bestPlace(acts, meantWords(typed));
  const order = acts[0]?.isByName ? ACTS_AFTER_NAMES : GROUPS;
  return (isScreenMeant ? ['Go to', ...order.filter((title) => title !== 'Go to')] : order).flatMap((title) => {
    const hits = into.get(title) ?? [];
    return hits.length > 0 ? [{ title, hits }] : [];
  });
}

/** A record that is shown, and the words that found it. */
interface Shown {
  record: FoundRecord;
  words: string;
}

/**
 * The rows of the records: five of a model, and more where the panel has `room` for them. The row after them opens the list of all that fit, if there
 * are more.
 */
function recordHits(
  records: readonly Shown[],
  permissions: readonly string[],
  room: number,
): (BarRow & { group: string })[] {
  const models = new Map<string, { hits: (BarRow & { group: string })[]; words: string; total: number }>();
  for (const { record, words } of records) {
    const hit = recordHit(record, permissions);
    if (!hit) continue;
    const of = models.get(record.model) ?? { hits: [], words, total: 0 };
    models.set(record.model, of);
    of.hits.push(hit);
    of.total = Math.max(of.total, record.total ?? 0, of.hits.length);
  }
  // A model with more than five needs a row for the list.
  const least = [...models.values()].map(({ hits }) => Math.min(hits.length, MOST_OF_A_MODEL + 1));
  let free = room - least.reduce((sum, count) => sum + count, 0);
  return [...models].flatMap(([model, { hits, words, total }]) => {
    const more = Math.max(0, Math.min(free, hits.length - MOST_OF_A_MODEL));
    free -= more;
    const rows = hits.slice(0, MOST_OF_A_MODEL + more);
    const [first] = rows;
    const list = total > rows.length && first ? listWith(model, words, permissions) : null;
    return list && first
      ? [
          ...rows,
          {
            group: first.group,
            key: `all ${model}`,
            title: `All ${showNumber(total)} ${list.what}`,
            note: `with “${words}”`,
            icon: first.icon,
            to: list.to,
            search: list.search,
          },
        ]
      : rows;
  });
}

/**
 * The records to show. With a kind they are those of that kind ("warehouse mushin"), otherwise those that fit the whole text. If there are none and
 * no act either, they are those that fit without a word that is no part of the name: "print B48SRUZE".
 */
function shownRecords(
  typed: string,
  found: readonly FoundRecord[],
  foundAfter: readonly FoundRecord[],
  hasActs: boolean,
): Shown[] {
  const { whole, afterVerb } = recordTexts(typed);
  const by = (records: readonly FoundRecord[], words: string) => records.map((record) => ({ record, words }));
  const kind = kindIn(actWords(typed));
  if (kind) {
    const ofKind = foundAfter.filter(({ model }) => kind.models.includes(model));
    const isNew = ({ model, _id }: FoundRecord) => !ofKind.some((one) => one.model === model && one._id === _id);
    return [...by(ofKind, afterVerb), ...by(found.filter(isNew), whole)];
  }
  return found.length > 0 || hasActs || afterVerb === '' ? by(found, whole) : by(foundAfter, afterVerb);
}

/**
 * The rows of work whose button is named: "record payment", "pay mbah". A name alone finds the record instead. An amount goes with a payment: "pay 20000
 * mbah".
 */
function workNamed(typed: string, work: readonly BarRow[]): BarRow[] {
  const payment = spokenAmount(searchWords(typed).slice(1).join(' '));
  const isPaid = ({ search }: BarRow) => payment.naira !== null && search?.act === 'payment';
  const meant = meantWords(typed).join(' ');
  const isNamed = (row: BarRow) => {
    const { title, note, verb = '' } = row;
    const wanted = isPaid(row) ? `${searchWords(typed)[0]} ${payment.name}` : meant;
    const words = searchWords(wanted).filter((word) => word.length > 2);
    const verbWords = withSynonyms(verb);
    const own = searchable(verbWords).split(' ');
    return (
      words.some((word) => own.some((one) => one.startsWith(word))) &&
      beginsWords(`${title} ${note} ${verbWords}`, wanted)
    );
  };
  return work
    .filter(isNamed)
    .slice(0, MOST_OF_A_MODEL)
    .map((row) => (isPaid(row) ? { ...row, search: { ...row.search, sum: payment.naira ?? '' } } : row));
}

/** The answer if nothing was found: the nearest acts and screens. No group if nothing is near. */
export function nearestGroup(text: string, permissions: readonly string[], now: number, isAway?: boolean): BarGroup[] {
  const hits = nearestActs(text, permissions, now, screensFor(permissions), isAway).map(actHit);
  return hits.length > 0 ? [{ title: 'You can', hits }] : [];
}

const MINE = 'deliveries goods stock cash work orders day customers retailers shops visits';
const isMine = (typed: string) => searchWords(typed)[0] === 'my';

/** The screens whose words were typed, also without the small words of a question or with a typing mistake ("perchase ordr"). */
function screensNamed(typed: string, permissions: readonly string[]): BarRow[] {
  const screens = screensFor(permissions);
  const meant = meantWords(typed).join(' ');
  const named = (fits: typeof beginsWords, words: string) =>
    screens.filter(({ title, note }) => fits(`${withSynonyms(title)} ${note}`, words));
  // What is mine is on the home: "my deliveries".
  const own = isMine(typed) ? screens.filter(({ title, note }) => beginsWords(`${title} ${note} ${MINE}`, meant)) : [];
  const home = own.filter(({ to }) => to === '/');
  for (const screensFound of [named(beginsWords, typed), named(beginsWords, meant)])
    if (screensFound.length > 0) return [...screensFound, ...home];
  if (home.length > 0) return home;
  const whole = screens.filter(({ title }) => placeOf(title, meantWords(typed)) < Number.POSITIVE_INFINITY);
  if (whole.length > 0 || answerTo(typed) !== null) return whole;
  return named(beginsWordsNearly, meant);
}

/**
 * The row that Enter takes first. It is the first row if the text begins its name. Otherwise it is a screen whose name begins with the text (at least four
 * letters) or fits with a typing mistake, otherwise the first row. "cart" names the open carts and is no slip of "Categories".
 */
export function firstChoice(groups: readonly BarGroup[], text: string): number {
  const typed = searchable(text.trim());
  const hits = groups.flatMap((group) => group.hits);
  if (hits[0] && (searchable(hits[0].title).startsWith(typed) || placeOf(hits[0].title, meantWords(text)) < 0))
    return 0;
  const isScreen = (hit: BarRow) => hit.key === hit.to;
  const begun = hits.findIndex((hit) => isScreen(hit) && searchable(hit.title).startsWith(typed));
  const words = searchWords(text).length;
  const nearly = (hit: BarRow) => hit.title.split(' ').length === words && fitsNearly(searchable(hit.title), text);
  const isNamed = bestPlace(hits.slice(0, 1), meantWords(text)) < Number.POSITIVE_INFINITY;
  const screen = begun >= 0 || isNamed ? begun : hits.findIndex((hit) => isScreen(hit) && nearly(hit));
  return typed.length >= 4 && screen >= 0 ? screen : 0;
}
