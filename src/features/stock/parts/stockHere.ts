/** Adds what this tablet knows (`foretold.ts`) to the rows of an answer about a party: new quantities, and goods that the answer does not have. */
import { type LongRows, listed } from '#client/reads/longRows.ts';
import type { Pickable } from '#contract/stock/stockCalls.ts';
import { idPlaces } from '#domain/idPlaces.ts';
import { heldAfter as lotsAfter } from '#domain/lotTyping.ts';

/** `rows`, followed by the products of `from` that `rows` does not have and of which `units` come. Each of these has the units that come. */
export function withNew(
  rows: LongRows<Pickable>,
  from: LongRows<Pickable>,
  units: ReadonlyMap<string, number>,
): LongRows<Pickable> {
  const known = new Set(rows.ids);
  const isNew = (id: string) => !known.has(id) && (units.get(id) ?? 0) > 0;
  if (!from.ids.some(isNew)) return rows;
  return joined(rows, from.only(isNew), units, false);
}

/** `rows`, followed by `more`. */
export const followedBy = (rows: LongRows<Pickable>, more: LongRows<Pickable>): LongRows<Pickable> => ({
  length: rows.length + more.length,
  ids: [...rows.ids, ...more.ids],
  inactive: new Set([...rows.inactive, ...more.inactive]),
  slice: (from, to) => [
    ...rows.slice(from, Math.min(to, rows.length)),
    ...more.slice(Math.max(0, from - rows.length), Math.max(0, to - rows.length)),
  ],
  only: (pass) => followedBy(rows.only(pass), more.only(pass)),
  mentions: (text) => rows.mentions(text) || more.mentions(text),
});

/** The number of products of the party: the products of the answer (`ids`), even if all units left since, and the products of which units came. */
export const heldAfter = (ids: readonly string[], units: ReadonlyMap<string, number>): number =>
  new Set([...ids, ...[...units].flatMap(([id, n]) => (n > 0 ? [id] : []))]).size;

/**
 * The rows with their stock after the moves (`units` by product id), followed by products that the answer does not have. `more`: the rows that describe
 * such products. `all`: lists each of them, with 0 units where nothing came.
 */
export function rowsAfter(
  rows: LongRows<Pickable>,
  units: ReadonlyMap<string, number>,
  more: LongRows<Pickable> | null,
  all: boolean,
): LongRows<Pickable> {
  if (units.size === 0 && !more) return rows;
  const known = new Set(more && rows.ids);
  const ids = (more?.ids ?? []).filter((id) => !known.has(id) && (all || (units.get(id) ?? 0) > 0));
  if (units.size === 0 && ids.length === 0) return rows;
  const wanted = new Set(ids);
  return joined(rows, wanted.size === 0 ? null : (more?.only((id) => wanted.has(id)) ?? null), units);
}

function joined(
  rows: LongRows<Pickable>,
  more: LongRows<Pickable> | null,
  units: ReadonlyMap<string, number>,
  /** True, because the moves also change the first rows. */
  hasMoved = true,
): LongRows<Pickable> {
  // An unchanged source row gives the same row object, so that React does not render it again.
  const made = new WeakMap<Pickable, Pickable>();
  const kept = (row: Pickable, quantity: number | null) => {
    if (quantity === row.quantity) return row;
    const lots =
      row.lots && quantity !== null
        ? { lots: lotsAfter(row.lots, quantity).map((one) => [...one] as [string, string, number]) }
        : {};
    const one = made.get(row) ?? { ...row, quantity, ...lots };
    made.set(row, one);
    return one;
  };
  const moved = (id: string) => units.get(id) ?? 0;
  const first = (row: Pickable) =>
    hasMoved ? kept(row, row.quantity === null ? null : Math.max(0, row.quantity + moved(row.product_id))) : row;
  const second = (row: Pickable) => kept(row, Math.max(0, moved(row.product_id)));
  const n = rows.length;
  return {
    length: n + (more?.length ?? 0),
    ids: more ? [...rows.ids, ...more.ids] : rows.ids,
    inactive: more ? new Set([...rows.inactive, ...more.inactive]) : rows.inactive,
    slice: (from, to) => [
      ...(from < n ? rows.slice(from, Math.min(to, n)).map(first) : []),
      ...(more && to > n ? more.slice(Math.max(0, from - n), to - n).map(second) : []),
    ],
    only: (pass) => joined(rows.only(pass), more?.only(pass) ?? null, units, hasMoved),
    mentions: (text) => rows.mentions(text) || more?.mentions(text) === true,
    // The texts and codes of a product do not depend on its stock.
    ...(!more && rows.standing && { standing: rows.standing }),
  };
}

/** Returns the units of a product in an answer. A product that the answer does not have has 0. */
export function stockIn(answered: Pickable[] | LongRows<Pickable> | undefined): (productId: string) => number | null {
  const rows = Array.isArray(answered) ? listed(answered) : answered;
  return (productId) => {
    const place = rows ? idPlaces(rows.ids)(productId) : -1;
    return place < 0 ? 0 : (rows?.slice(place, place + 1)[0]?.quantity ?? null);
  };
}
