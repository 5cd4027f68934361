import { type Address, RECORD_LINKS } from '#crud/paths.ts';
import { type FoundRecord, shownNote } from '#domain/found.ts';
import { fitsNearly } from '#domain/slips.ts';
import { searchable, searchWords } from '#domain/text.ts';
import type { IconName } from '#ui/Icon.tsx';
import { menuFor } from '../menu.ts';
import { actsFor, nearestActs, recordTexts } from './acts.ts';
import { kindIn } from './kinds.ts';
import { withSynonyms } from './synonyms.ts';
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
    models: ['distributor', 'sales_officer', 'manager', 'buyer', 'agent', 'distributor_officer'],
  },
  { title: 'People and places', icon: 'warehouse', models: ['warehouse'] },
  { title: 'People and places', icon: 'pin', models: ['seller', 'area', 'location'] },
  { title: 'Products', icon: 'box', models: ['product', 'brand', 'manufacturer', 'category'] },
  { title: 'Orders and transfers', icon: 'orders', models: ['order_group'] },
  { title: 'Orders and transfers', icon: 'swap', models: ['purchase_order'] },
  { title: 'Orders and transfers', icon: 'giveBack', models: ['claim'] },
  { title: 'More', icon: 'more', models: ['cohort', 'store_type'] },
];

/** The order of the groups. Only the acts for a name alone stand elsewhere: after the people and places of that name. */
const GROUPS = [
  'Do',
  'Last seen',
  'Waits for you',
  'People and places',
  'Products',
  'Orders and transfers',
  'More',
  'Go to',
];

const ACTS_AFTER_NAMES = [...GROUPS.slice(1, 4), 'Do', ...GROUPS.slice(4)];

const MOST_OF_A_MODEL = 5;
/** The number of rows of work that the bar shows before anything is typed. */
const MOST_WORK = 3;

export function recordHit(record: FoundRecord, permissions: readonly string[]): (BarRow & { group: string }) | null {
  const place = RECORD_LINKS[record.model];
  const kind = KINDS.find(({ models }) => models.includes(record.model));
  if (!place || !kind || !permissions.includes(place.needs)) return null;
  return {
    group: kind.title,
    key: `${record.model} ${record._id}`,
    title: record.title,
    note: [place.label, shownNote(record)].filter(Boolean).join(', '),
    icon: kind.icon,
    to: place.to(record._id),
    ...(place.search ? { search: place.search } : {}),
    record,
  };
}

const actHit = ({ title, note, icon, to, search, asks, does }: Act): BarRow => ({
  key: `act ${title}`,
  title,
  note,
  icon,
  to,
  ...(search ? { search } : {}),
  ...(asks === undefined ? {} : { asks }),
  ...(does === undefined ? {} : { does }),
});

/** The screens that this person may open. */
export function screensFor(permissions: readonly string[]): BarRow[] {
  const screen = (to: Address, title: string, note: string, icon: IconName): BarRow => ({
    key: to,
    title,
    note,
    icon,
    to,
  });
  return [
    screen('/', 'Home', 'Screen', 'home'),
    screen('/profile', 'My Profile', 'Screen', 'user'),
    screen('/sync', 'Outbox', 'Screen', 'sync'),
    // Only a button of another screen leads to this screen, so the menu has no link to it.
    ...(permissions.includes('view_products')
      ? [screen('/products/history', 'Sales History', 'Screen, Products', 'chart')]
      : []),
    ...menuFor(permissions).flatMap((group) =>
      group.links.map((link) => screen(link.to, link.title, `Screen, ${group.title}`, group.icon)),
    ),
  ];
}

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
export function hitGroups({ text, found, foundAfter, seen, work, permissions, now, isAway }: BarInput): BarGroup[] {
  const typed = text.trim();
  const into = new Map<string, BarRow[]>(GROUPS.map((title) => [title, []]));
  const put = (group: string, hits: readonly BarRow[]) => into.get(group)?.push(...hits);
  const acts = actsFor(text, found, foundAfter, permissions, now, isAway);
  put('Do', acts.map(actHit));
  if (typed === '') {
    put(
      'Last seen',
      seen.flatMap((record) => recordHit(record, permissions) ?? []),
    );
    put('Waits for you', work.slice(0, MOST_WORK));
  } else put('Waits for you', workNamed(typed, work));
  const counts = new Map<string, number>();
  for (const record of shownRecords(typed, found, foundAfter, acts.length > 0)) {
    const count = (counts.get(record.model) ?? 0) + 1;
    counts.set(record.model, count);
    const hit = count > MOST_OF_A_MODEL ? null : recordHit(record, permissions);
    if (hit) put(hit.group, [hit]);
  }
  put('Go to', screensNamed(typed, permissions));
  return (acts[0]?.isByName ? ACTS_AFTER_NAMES : GROUPS).flatMap((title) => {
    const hits = into.get(title) ?? [];
    return hits.length > 0 ? [{ title, hits }] : [];
  });
}

/**
 * The records to show: with a kind first those of that kind ("warehouse mushin"), and otherwise those that fit the whole text. If there are none, and no
 * act either, those beside a word that is no part of the name: "print B48SRUZE".
 */
function shownRecords(
  typed: string,
  found: readonly FoundRecord[],
  foundAfter: readonly FoundRecord[],
  hasActs: boolean,
): readonly FoundRecord[] {
  const kind = kindIn(actWords(typed));
  if (kind) {
    const ofKind = foundAfter.filter(({ model }) => kind.models.includes(model));
    const isNew = ({ model, _id }: FoundRecord) => !ofKind.some((one) => one.model === model && one._id === _id);
    return [...ofKind, ...found.filter(isNew)];
  }
  return found.length > 0 || hasActs || recordTexts(typed).afterVerb === '' ? found : foundAfter;
}

/** The rows of work whose button is named: "record payment", "pay mbah". A name alone finds the record instead. */
function workNamed(typed: string, work: readonly BarRow[]): BarRow[] {
  const words = searchWords(typed).filter((word) => word.length > 2);
  const isNamed = ({ title, note, verb = '' }: BarRow) => {
    const verbWords = withSynonyms(verb);
    const own = searchable(verbWords).split(' ');
    return (
      words.some((word) => own.some((one) => one.startsWith(word))) &&
      beginsWords(`${title} ${note} ${verbWords}`, typed)
    );
  };
  return work.filter(isNamed).slice(0, MOST_OF_A_MODEL);
}

/** The answer if nothing was found: the nearest acts and screens. No group if nothing is near. */
export function nearestGroup(text: string, permissions: readonly string[], now: number, isAway?: boolean): BarGroup[] {
  const hits = nearestActs(text, permissions, now, screensFor(permissions), isAway).map(actHit);
  return hits.length > 0 ? [{ title: 'You can', hits }] : [];
}

/** The screens whose words were typed, if need be without the small words of a question, or with a mistake ("perchase ordr"). */
function screensNamed(typed: string, permissions: readonly string[]): BarRow[] {
  const screens = screensFor(permissions);
  const meant = meantWords(typed).join(' ');
  const named = (fits: typeof beginsWords, words: string) =>
    screens.filter(({ title, note }) => fits(`${withSynonyms(title)} ${note}`, words));
  for (const screensFound of [named(beginsWords, typed), named(beginsWords, meant)])
    if (screensFound.length > 0) return screensFound;
  return named(beginsWordsNearly, meant);
}

/**
 * The row that Enter takes first. It is the first row if the text begins its name. Otherwise it is a screen whose name begins with the text (at least four
 * letters) or fits with a typing mistake, otherwise the first row.
 */
export function firstChoice(groups: readonly BarGroup[], text: string): number {
  const typed = searchable(text.trim());
  const hits = groups.flatMap((group) => group.hits);
  if (hits[0] && searchable(hits[0].title).startsWith(typed)) return 0;
  const isScreen = (hit: BarRow) => hit.key === hit.to;
  const begun = hits.findIndex((hit) => isScreen(hit) && searchable(hit.title).startsWith(typed));
  const words = searchWords(text).length;
  const nearly = (hit: BarRow) => hit.title.split(' ').length === words && fitsNearly(searchable(hit.title), text);
  const screen = begun >= 0 ? begun : hits.findIndex((hit) => isScreen(hit) && nearly(hit));
  return typed.length >= 4 && screen >= 0 ? screen : 0;
}
