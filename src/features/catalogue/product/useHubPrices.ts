/** Unsaved prices of a product, typed in the grid of its hubs. Each price keeps its idempotency key until the server has given a final answer. */

import { useRef, useState } from 'react';
import { writeRows } from '#client/bulk.ts';
import { newUuid } from '#client/uuid.ts';
import { updateSellerProducts } from '#contract/catalogue/productCalls.ts';
import type { sellerProduct } from '#contract/catalogue/sellerProduct.ts';
import type { RowOf } from '#contract/model.ts';
import { messageFor } from '#crud/command/messageFor.ts';
import { formatMoney, type Kobo, moneyError, parseMoney, showNaira } from '#domain/money.ts';
import { withThousands } from '#domain/number.ts';
import { plural } from '#domain/plural.ts';
import { toast } from '#ui/feedback/toasts.ts';

export type HubPrice = RowOf<typeof sellerProduct>;

interface Typed {
  text: string;
  /** The version of the row when the typing began. */
  version: number;
  key: string;
  /** Why the price cannot be saved, or why the server refused the price. */
  problem: string | null;
}

/** A typed price: naira with or without commas and the naira sign. */
export const typedPrice = (text: string): Kobo | null => parseMoney(text.replace(/[,₦\s]/g, ''));

/** Why a typed price cannot be sent, in the words of the form (PROD-28); null when it can. */
export function priceProblem(text: string): string | null {
  const kobo = typedPrice(text);
  if (text.trim() === '') return 'Price field is required.';
  if (kobo === null) return moneyError(text.replace(/[,₦\s]/g, ''), 'Price');
  return kobo < 0 ? 'Price must not be less than 0' : null;
}

/** From this share of the list price on, in percent, a price is far from it. */
const FAR_PERCENT = 30;

/**
 * The note about a price that is far from the list price: "₦40,000 is 388% above the list price". The person may mean such a price, so the note is no
 * error. Null: the price is near the list price or unchanged, or no list price is known. `list` and `stored` in kobo.
 */
export function farFromList(text: string, list: number | null, stored: number | null): string | null {
  const kobo = typedPrice(text);
  if (kobo === null || kobo < 0 || kobo === stored || list === null || list <= 0) return null;
  const percent = Math.round((Math.abs(kobo - list) * 100) / list);
  if (percent < FAR_PERCENT) return null;
  return `${showNaira(kobo)} is ${withThousands(String(percent))}% ${kobo > list ? 'above' : 'below'} the list price`;
}

export interface HubPrices {
  /** The typed prices by id of the hub product. */
  typed: ReadonlyMap<string, Typed>;
  busy: boolean;
  /** Why the last save failed as a whole. */
  problem: string | null;
  type: (row: HubPrice, text: string) => void;
  undo: (id: string) => void;
  undoAll: () => void;
  /** Resolves with the id of the first price that is not saved, or null. */
  save: () => Promise<string | null>;
}

export function useHubPrices(rows: readonly HubPrice[]): HubPrices {
  const [typed, setTyped] = useState<ReadonlyMap<string, Typed>>(new Map());
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const running = useRef(false);

  const save = async (): Promise<string | null> => {
    if (running.current) return typed.keys().next().value ?? null;
    const wrong = [...typed].find(([, { text }]) => priceProblem(text) !== null);
    if (wrong) return wrong[0];
    running.current = true;
    setBusy(true);
    setProblem(null);
    let left = new Map(typed);
    try {
      const sent = [...typed].map(([_id, { text, version, key }]) => ({
        key,
        fields: { _id, price: formatMoney(typedPrice(text) ?? 0), base_version: String(version) },
      }));
      const { verdicts } = await writeRows(updateSellerProducts.path, {}, sent);
      left = leftOver(typed, verdicts);
      const before = sent.flatMap(({ key, fields }) => formerPrice(rows, fields, verdicts.get(key)));
      if (before.length > 0)
        toast('good', plural(before.length, '# price saved.', '# prices saved.'), {
          label: UNDO.text,
          run: () => void putBack(before),
        });
    } catch (error) {
      setProblem(messageFor(error));
    }
    // A price that was typed while the others were sent stays typed.
    setTyped((now) => new Map([...now].flatMap(([id, one]) => keptAfter(one, typed.get(id), left.get(id), id))));
    setBusy(false);
    running.current = false;
    return left.keys().next().value ?? null;
  };
  const drop = (id: string) => setTyped((before) => new Map([...before].filter(([one]) => one !== id)));
  return {
    typed,
    busy,
    problem,
    save,
    type(row, text) {
      if (typedPrice(text) === parseMoney(row.price)) return drop(row._id);
      const before = typed.get(row._id);
      const version = before?.version ?? rows.find((one) => one._id === row._id)?.version ?? row.version;
      // Another price is another request, so it gets a new key.
      setTyped(new Map(typed).set(row._id, { text, version, key: newUuid(), problem: null }));
    },
    undo: drop,
    undoAll() {
      setTyped(new Map());
      setProblem(null);
    },
  };
}

type RowResult = { code: number; message: string; data: unknown };
type PriceFields = Readonly<Record<'_id' | 'price' | 'base_version', string>>;

const UNDO = { text: 'Undo' } as const;

/** The fields that restore the former price of a row. Without a saved new price there is nothing to restore. */
function formerPrice(rows: readonly HubPrice[], { _id, base_version }: PriceFields, verdict: RowResult | undefined) {
  const row = rows.find((one) => one._id === _id);
  if (verdict?.code !== 200 || !row) return [];
  const { data } = verdict;
  const isRow = typeof data === 'object' && data !== null && 'version' in data;
  return [{ _id, price: row.price, base_version: String(isRow ? data.version : Number(base_version) + 1) }];
}

/** Restores former prices. A price that somebody changed meanwhile stays, and the message says so. */
async function putBack(prices: readonly PriceFields[]): Promise<void> {
  try {
    const { verdicts } = await writeRows(
      updateSellerProducts.path,
      {},
      prices.map((fields) => ({ key: newUuid(), fields })),
    );
    const refused = [...verdicts.values()].find(({ code }) => code !== 200);
    if (refused) toast('bad', refused.message);
    else toast('good', plural(prices.length, 'The price is as before.', 'The prices are as before.'));
  } catch (error) {
    toast('bad', messageFor(error));
  }
}

/**
 * The prices that are still unsaved. A refused price has its reason and the current version, and is saved over the current row next time. An unanswered
 * price keeps its key.
 */
function leftOver(typed: ReadonlyMap<string, Typed>, verdicts: ReadonlyMap<string, RowResult>): Map<string, Typed> {
  const left = new Map<string, Typed>();
  for (const [id, one] of typed) {
    const verdict = verdicts.get(one.key);
    if (!verdict) left.set(id, one);
    else if (verdict.code !== 200)
      left.set(id, {
        ...one,
        key: newUuid(),
        problem: verdict.message,
        version: currentVersion(verdict.data) ?? one.version,
      });
  }
  return left;
}

/** The row's version in the answer to a conflict. Null: the answer has none. */
function currentVersion(data: unknown): number | null {
  if (typeof data !== 'object' || data === null || !('current' in data)) return null;
  const { current } = data;
  return typeof current === 'object' && current !== null && 'version' in current && typeof current.version === 'number'
    ? current.version
    : null;
}

function keptAfter(now: Typed, sent: Typed | undefined, left: Typed | undefined, id: string): [string, Typed][] {
  if (now.key !== sent?.key) return [[id, now]];
  return left ? [[id, left]] : [];
}
