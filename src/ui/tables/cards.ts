/** Rows as cards on a phone: the place of each cell (theme/cards.css). */
import type { ReactNode } from 'react';
import { NO_VALUE } from '#domain/locale.ts';

/** `half`: a fact in half of the card's width, so that it stands at the same place on every card; without a value the place stays free. */
export type CardPlace = 'picture' | 'lead' | 'figure' | 'fact' | 'half' | 'pair' | 'state' | 'time' | 'menu' | 'none';

interface OnCard {
  key: string;
  align?: 'right';
  end?: boolean;
  card?: CardPlace;
  title?: ReactNode;
  word?: string;
}

/** Elements of a card are not displayed as a table, so the browser takes their roles away. These attributes give the roles back. */
export const ROLES = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'columnheader' },
  cell: { role: 'cell' },
} as const;

export type Places = Readonly<Record<string, CardPlace>>;
const known = new WeakMap<object, Places>();

/** The place of each column on a card: the row's name, at the right its last figure, below them the other columns. */
export function placesOf(columns: readonly OnCard[], lead: string | undefined): Places {
  const before = known.get(columns);
  if (before) return before;
  const figure = columns.findLast((column) => column.align === 'right')?.key;
  const usual = ({ key, end }: OnCard): CardPlace => {
    if (key === '#') return 'none';
    if (end) return 'menu';
    if (key === lead) return 'lead';
    if (key === figure) return 'figure';
    return key === 'status' ? 'state' : 'fact';
  };
  const places = Object.fromEntries(columns.map((column) => [column.key, column.card ?? usual(column)]));
  known.set(columns, places);
  return places;
}

/** The text of a cell without a value. A card leaves such a cell out. */
const NOTHING: ReadonlySet<unknown> = new Set([NO_VALUE, 'N/A', '', null, undefined, false]);
const saysNothing = (content: ReactNode) => NOTHING.has(content);

/** The place of a cell with this content. */
export function placeOf(place: CardPlace | undefined, word: string | undefined, content: ReactNode) {
  if (!saysNothing(content)) return place;
  if (place === 'half') return 'gap';
  return place === 'fact' || word ? 'none' : place;
}

/** The headings of columns whose values say what they are. */
const CLEAR: ReadonlySet<unknown> = new Set(['Phone', 'Email', 'Address', 'Description', 'Meta', 'Kind', 'Status']);

/** The word before a cell on a card: the column's own; or its heading, if a fact or a figure would say nothing without it. */
export function wordOf({ word, title, align }: OnCard, place: CardPlace | undefined): string | undefined {
  const needs =
    place === 'fact' || place === 'half' || place === 'pair' || place === 'figure' || (place === 'time' && align);
  return (word ?? (needs && typeof title === 'string' && !CLEAR.has(title) ? title : '')) || undefined;
}
