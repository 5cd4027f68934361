import { type Address, RECORD_LINKS } from '#crud/paths.ts';
import type { FoundRecord } from '#domain/found.ts';
import { containsWords, searchable } from '#domain/text.ts';
import type { IconName } from '#ui/Icon.tsx';
import { menuFor } from '../menu.ts';
import { type Act, actsFor } from './acts.ts';

/** One row of the command bar. */
export interface BarRow {
  key: string;
  title: string;
  note: string;
  icon: IconName;
  to: Address;
  search?: Record<string, string>;
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
  { title: 'More', icon: 'more', models: ['cohort', 'store_type'] },
];

/** The order of the groups; it never changes, so that the eye finds them. */
const GROUPS = ['Do', 'Last seen', 'People and places', 'Products', 'Orders and transfers', 'More', 'Go to'];

const MOST_OF_A_MODEL = 5;

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
    record,
  };
}

const actHit = ({ title, note, icon, to, search }: Act): BarRow => ({
  key: `act ${title}`,
  title,
  note,
  icon,
  to,
  ...(search ? { search } : {}),
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
  permissions: readonly string[];
  /** Epoch seconds. */
  now: number;
}

/** The rows of the bar in their groups, without the empty ones. */
export function hitGroups({ text, found, foundAfter, seen, permissions, now }: BarInput): BarGroup[] {
  const typed = text.trim();
  const into = new Map<string, BarRow[]>(GROUPS.map((title) => [title, []]));
  const put = (group: string, hits: readonly BarRow[]) => into.get(group)?.push(...hits);
  put('Do', actsFor(text, found, foundAfter, permissions, now).map(actHit));
  if (typed === '')
    put(
      'Last seen',
      seen.flatMap((record) => recordHit(record, permissions) ?? []),
    );
  const counts = new Map<string, number>();
  for (const record of found) {
    const count = (counts.get(record.model) ?? 0) + 1;
    counts.set(record.model, count);
    const hit = count > MOST_OF_A_MODEL ? null : recordHit(record, permissions);
    if (hit) put(hit.group, [hit]);
  }
  put(
    'Go to',
    screensFor(permissions).filter((screen) => containsWords(`${screen.title} ${screen.note}`, typed)),
  );
  return GROUPS.flatMap((title) => {
    const hits = into.get(title) ?? [];
    return hits.length > 0 ? [{ title, hits }] : [];
  });
}

/** The row that Enter takes first: a screen whose name was begun (four letters at least), else the first row. */
export function firstChoice(groups: readonly BarGroup[], text: string): number {
  const typed = searchable(text.trim());
  const hits = groups.flatMap((group) => group.hits);
  const screen = hits.findIndex((hit) => hit.key === hit.to && searchable(hit.title).startsWith(typed));
  return typed.length >= 4 && screen >= 0 ? screen : 0;
}
