import { useCallback, useLayoutEffect, useRef } from 'react';

/** The same function at every drawing, which does what the last drawing's did: for parts that are drawn again only when what they are given changes. */
export function useEvent<A extends unknown[], R>(work: (...given: A) => R): (...given: A) => R {
  const latest = useRef(work);
  useLayoutEffect(() => {
    latest.current = work;
  });
  return useCallback((...given: A) => latest.current(...given), []);
}
