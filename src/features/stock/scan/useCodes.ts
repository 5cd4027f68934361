/** Finds the product of a scanned code: among the goods of the source, and among the products of the catalogue that the source does not have. */
import { useEffect, useMemo, useRef, useState } from 'react';
import type { ProductRef } from '#contract/catalogue/product.ts';
import type { Pickable } from '#contract/stock/stockCalls.ts';
import { codeIndex, type Hit } from '#domain/barcode.ts';
import type { ParkedCode } from '#offline/outbox/scanNotes.ts';
import { inSlices } from '#ui/finder/inSlices.ts';
import { useEvent } from '#ui/hooks/useEvent.ts';
import { findInCatalogue } from '../parts/catalogue.ts';
import type { Pickables } from '../parts/parties.ts';

const productOf = (row: Pickable) => row.product;

/** The index of codes. It is built in idle time while `wanted`. */
export function useCodes(products: Pickables['products'], wanted: boolean) {
  const last = useRef<Parameters<typeof codeIndex>[2]>(null);
  const codes = useMemo(() => codeIndex(products, productOf, last.current), [products]);
  // The index for drawing the parked codes: the last complete one, so that buttons do not disappear while the products are read again.
  const [onScreen, setOnScreen] = useState<typeof codes | null>(null);
  useEffect(() => {
    last.current = { table: codes.table };
    if (wanted) return inSlices(codes.makeReady, () => setOnScreen(codes));
    setOnScreen(null);
    return undefined;
  }, [wanted, codes]);
  return { find: codes.find, onScreen };
}

/**
 * The products in the catalogue of parked codes that the source does not know. Each code is looked up once. `isReady`: the products of the source are
 * read, so that their codes are known.
 */
export function useUnlisted(parked: readonly ParkedCode[], isReady: boolean, isStrange: (code: string) => boolean) {
  const [found, setFound] = useState<ReadonlyMap<string, Hit<ProductRef> | null>>(new Map());
  const requested = useRef(new Set<string>());
  const look = useEvent(() => {
    for (const { code } of parked) {
      if (requested.current.has(code) || !isStrange(code)) continue;
      requested.current.add(code);
      void findInCatalogue(code).then((hits) => {
        const [hit, ...others] = hits;
        setFound((before) => new Map(before).set(code, hit && others.length === 0 ? hit : null));
      });
    }
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `look` reads what is parked then
  useEffect(() => {
    if (isReady) look();
  }, [isReady, parked, look]);
  return {
    of: (code: string) => found.get(code) ?? undefined,
    /** True if the catalogue was not searched for this code yet. */
    isOpen: (code: string) => !found.has(code),
  };
}
