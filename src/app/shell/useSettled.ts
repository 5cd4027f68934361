import { useEffect, useState } from 'react';
import { queryClient } from '#client/reads/queries.ts';
import { whenIdle } from '#client/whenIdle.ts';

/** As long (ms) as what stands around a screen waits for the screen's own reads. */
const PATIENCE_MS = 700;

/**
 * Whether the screen had its turn: its first reads are answered, or take their time. What stands around it (sixty links, the person's menu)
 * is drawn then, because on a tablet that is a tenth of a start in which nobody can work yet.
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
