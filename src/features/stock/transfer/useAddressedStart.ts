/** Opens what the address names, once: the count of an expected transfer, or a line to repair. */
import { useEffect, useRef } from 'react';
import { useSearchValues, useSetSearch } from '#crud/address.ts';
import { useEvent } from '#ui/hooks/useEvent.ts';
import type { Scanner } from './useScans.ts';

/** `count` begins a count, `show` opens a line. A count that was begun already is not begun again. */
export function useAddressedStart(
  { ready, counting }: Pick<Scanner, 'ready' | 'counting'>,
  count: () => Promise<void>,
  show: (productId: string) => void,
): void {
  const { count: opensCount, line } = useSearchValues();
  const setSearch = useSetSearch();
  const done = useRef(false);
  const showNow = useEvent(show);
  const start = useEvent(async () => {
    if (done.current) return;
    done.current = true;
    if (opensCount && !counting) await count();
    // Both parameters leave the address, so that a reload or the Back button does not repeat this.
    await setSearch(({ count: _, line: __, ...rest }) => rest, { replace: true });
    if (line) showNow(line);
  });
  const isDue = ready && Boolean(opensCount || line);
  useEffect(() => {
    if (isDue) void start();
  }, [isDue, start]);
}
