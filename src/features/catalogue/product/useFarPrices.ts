/** Asks before prices are saved that are far from the list price. */

import { useRef, useState } from 'react';
import { parseMoney } from '#domain/money.ts';
import type { FarPrice } from './FarPrices.tsx';
import { farFromList, type HubPrice, type HubPrices, priceProblem } from './useHubPrices.ts';

interface FarQuestion {
  rows: readonly { hub: { name: string }; own: HubPrice | null }[];
  /** The list price in kobo; null: the person may not see it. */
  list: number | null;
  prices: HubPrices;
  /** Resolves with true when everything is saved. */
  save: () => Promise<boolean>;
}

/** Asks about each far price once. Asks nothing while a typed price is invalid. */
export function useFarPrices({ rows, list, prices, save }: FarQuestion) {
  const [asking, setAsking] = useState(false);
  /** The confirmed prices: id of the hub product and typed text. */
  const confirmed = useRef(new Set<string>());
  const far = rows.flatMap(({ hub, own }): (FarPrice & { key: string })[] => {
    const text = own ? prices.typed.get(own._id)?.text : undefined;
    const words = own && text ? farFromList(text, list, parseMoney(own.price)) : null;
    return own && words ? [{ id: own._id, hub: hub.name, words, key: `${own._id} ${text}` }] : [];
  });
  return {
    prices: far,
    asking: asking && far.length > 0,
    close: () => setAsking(false),
    askOrSave: async () => {
      const isWrong = [...prices.typed.values()].some(({ text }) => priceProblem(text) !== null);
      if (isWrong || far.every(({ key }) => confirmed.current.has(key))) return save();
      setAsking(true);
      return false;
    },
    confirm: () => {
      for (const { key } of far) confirmed.current.add(key);
      setAsking(false);
      void save();
    },
  };
}
