import { useEffect, useState } from 'react';
import { queryClient } from '#client/reads/queries.ts';
import { whenIdle } from '#client/whenIdle.ts';

/** The longest time, in ms, that the shell waits for the screen's own reads. */
const PATIENCE_MS = 700;

/**
 * Whether the screen's first reads are answered or PATIENCE_MS have passed. Only then the shell around it renders (sixty links, the user menu),
 * because on a tablet that takes a tenth of the start.
 */
export function useSettled(): boolean {
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    const until = performance.now() + PATIENCE_MS;
    let end: () => void;
    const look = () => {
      if (queryClient.isFetching() > 0 && performance.now() < until) end = whenIdle(look);
      else setSettled(true);
    };
    end = whenIdle(look);
    return () => end();
  }, []);
  return settled;
}
