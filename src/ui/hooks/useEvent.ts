import { useCallback, useLayoutEffect, useRef } from 'react';

/** A function with a stable identity that runs the `work` of the last render, for memoized components. */
export function useEvent<A extends unknown[], R>(work: (...given: A) => R): (...given: A) => R {
  const latest = useRef(work);
  useLayoutEffect(() => {
    latest.current = work;
  });
  return useCallback((...given: A) => latest.current(...given), []);
}
