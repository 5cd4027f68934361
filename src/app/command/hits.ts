import { type Address, RECORD_LINKS } from '#crud/paths.ts';
import type { FoundRecord } from '#domain/found.ts';
import { fitsNearly } from '#domain/slips.ts';
import { containsWords, searchable, searchWords } from '#domain/text.ts';
import type { IconName } from '#ui/Icon.tsx';
import { menuFor } from '../menu.ts';
import { actsFor, nearestActs } from './acts.ts';
import { withSynonyms } from './synonyms.ts';
import type { Act } from './verbs.ts';

/** One row of the command bar. */
export interface BarRow {
  key: string;
  title: string;
  note: string;
  icon: IconName;
  to: Address;
  search?: Record<string, string>;
  /** The words that the bar goes on with, instead of leading to `to`. */
  asks?: string;
  /** What is done in place of going to `to`. */
  does?: Act['does'];
  /** Of a row of work: what its button says. */
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
    models: ['distributor', 'seller', 'sales_officer', 'manager', 'buyer', 'agent', 'distributor_officer'],
  },
  { title: 'People and places', icon: 'warehouse', models: ['warehouse'] },
  { title: 'People and places', icon: 'pin', models: ['area', 'location'] },
  { title: 'Products', icon: 'box', models: ['product', 'brand', 'manufacturer', 'category'] },
  { title: 'Orders and transfers', icon: 'orders', models: ['order_group'] },
  { title: 'Orders and transfers', icon: 'swap', models: ['purchase_order'] },
  { title: 'Orders and transfers', icon: 'giveBack', models: ['claim'] },
  { title: 'More', icon: 'more', models: ['cohort', 'store_type'] },
];

/** The order of the groups; it never changes, so that the eye finds them. */
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
    note: [place.label, record.note].filter(Boolean).join(', '),
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
    // A button of another screen leads there, and no link of the menu.
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
  /** Records that fit what follows a verb. */
  foundAfter: readonly FoundRecord[];
  seen: readonly FoundRecord[];
  /** The work that waits, the longest first. Some is offered before anything is typed, the rest by the words of its button. */
  work: readonly BarRow[];
  permissions: readonly string[];
  /** Epoch seconds. */
  now: number;
}

/** The rows of the bar in their groups, without the empty ones. */
export function hitGroups({ text, found, foundAfter, seen, work, permissions, now }: BarInput): BarGroup[] {
  const typed = text.trim();
  const into = new Map<string, BarRow[]>(GROUPS.map((title) => [title, []]));
  const put = (group: string, hits: readonly BarRow[]) => into.get(group)?.push(...hits);
  put('Do', actsFor(text, found, foundAfter, permissions, now).map(actHit));
  if (typed === '') {
    put(
      'Last seen',
      seen.flatMap((record) => recordHit(record, permissions) ?? []),
    );
    put('Waits for you', work.slice(0, MOST_WORK));
  } else put('Waits for you', workNamed(typed, work));
  const counts = new Map<string, number>();
  for (const record of found) {
    const count = (counts.get(record.model) ?? 0) + 1;
    counts.set(record.model, count);
    const hit = count > MOST_OF_A_MODEL ? null : recordHit(record, permissions);
    if (hit) put(hit.group, [hit]);
  }
  put('Go to', screensNamed(typed, permissions));
  return GROUPS.flatMap((title) => {
    const hits = into.get(title) ?? [];
    return hits.length > 0 ? [{ title, hits }] : [];
  });
}

/** The rows of work whose button was named: "record payment", "pay mbah". A name alone finds the record. */
function workNamed(typed: string, work: readonly BarRow[]): BarRow[] {
  const words = searchWords(typed).filter((word) => word.length > 2);
  const isNamed = ({ title, note, verb = '' }: BarRow) => {
    const verbWords = withSynonyms(verb);
    const own = searchable(verbWords).split(' ');
    return (
      words.some((word) => own.some((one) => one.startsWith(word))) &&
      containsWords(`${title} ${note} ${verbWords}`, typed)
    );
  };
  return work.filter(isNamed).slice(0, MOST_OF_A_MODEL);
}

/** The answer where nothing was found: the acts that are nearest. */
export const nearestGroup = (text: string, permissions: readonly string[], now: number): BarGroup => ({
  title: 'You can',
  hits: nearestActs(text, permissions, now).map(actHit),
});

/** The screens whose words were typed; where there are none, those whose words were typed with a slip ("perchase ordr"). */
function screensNamed(typed: string, permissions: readonly string[]): BarRow[] {
  const screens = screensFor(permissions);
  const exact = screens.filter(({ title, note }) => containsWords(`${withSynonyms(title)} ${note}`, typed));
  return exact.length > 0
    ? exact
    : screens.filter(({ title, note }) => fitsNearly(searchable(`${withSynonyms(title)} ${note}`), typed));
}

/**
 * The row that Enter takes first: the first row where its name was begun, a screen whose name was begun (four letters at least) or typed with a slip, else
 * the first row.
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
