/** The rows of an answer about a party with what this tablet knows beside it (`foretold.ts`): their stock, and goods that the answer does not have. */
import { type LongRows, listed } from '#client/reads/longRows.ts';
import type { Pickable } from '#contract/stock/stockCalls.ts';
import { heldAfter as lotsAfter } from '#domain/lotTyping.ts';

/** `rows`, and behind them the products of `from` of which `units` come and that the rows do not have, each with what comes. */
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

/** The number of products of the party: those of the answer (their ids), also if all of it was given away since, and those of which `units` came. */
export const heldAfter = (ids: readonly string[], units: ReadonlyMap<string, number>): number =>
  new Set([...ids, ...[...units].flatMap(([id, n]) => (n > 0 ? [id] : []))]).size;

/**
 * The rows with their stock after what came and left (`units` by product id), and behind them products that the answer does not have. `more`: where such
 * products are described; `all`: each of them is listed, with 0 units where nothing came.
 */
export function rowsAfter(
  rows: LongRows<Pickable>,
  units: ReadonlyMap<string, number>,
  more: LongRows<Pickable> | null,
  all: boolean,
): LongRows<Pickable> {
  const known = new Set(rows.ids);
  const ids = (more?.ids ?? []).filter((id) => !known.has(id) && (all || (units.get(id) ?? 0) > 0));
  if (units.size === 0 && ids.length === 0) return rows;
  const wanted = new Set(ids);
  return joined(rows, wanted.size === 0 ? null : (more?.only((id) => wanted.has(id)) ?? null), units);
}

function joined(
  rows: LongRows<Pickable>,
  more: LongRows<Pickable> | null,
  units: ReadonlyMap<string, number>,
  /** The moves count for the first rows too. */
  hasMoved = true,
): LongRows<Pickable> {
  // A row stays the same object while its source row does.
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
  };
}

/** The units by product id of an answer. A product that it does not have is 0. */
export function stockIn(answered: Pickable[] | LongRows<Pickable> | undefined): (productId: string) => number | null {
  const rows = Array.isArray(answered) ? listed(answered) : answered;
  const places = new Map(rows?.ids.map((id, place) => [id, place]));
  return (productId) => {
    const place = places.get(productId);
    return place === undefined ? 0 : (rows?.slice(place, place + 1)[0]?.quantity ?? null);
  };
}
