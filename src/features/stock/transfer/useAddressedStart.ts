/** What the address asks for when the desk opens: the count of an expected transfer, or a line that is to be mended. It is done once. */
import { useEffect, useRef } from 'react';
import { useSearchValues, useSetSearch } from '#crud/address.ts';
import { useEvent } from '#ui/hooks/useEvent.ts';
import type { Scanner } from './useScans.ts';

/** `count` begins a count, `show` opens a line. A count that is open already stays as it is. */
export function useAddressedStart(
  { ready, counting }: Pick<Scanner, 'ready' | 'counting'>,
  count: () => Promise<void>,
  show: (productId: string) => void,
): void {
  const { count: asked, line } = useSearchValues();
  const setSearch = useSetSearch();
  const done = useRef(false);
  const start = useEvent(async () => {
    if (done.current) return;
    done.current = true;
    // A reload, or the way back, asks for nothing again.
    void setSearch(({ count: _, line: __, ...rest }) => rest, { replace: true });
    if (asked && !counting) await count();
    if (line) show(line);
  });
  const isAsked = ready && Boolean(asked || line);
  useEffect(() => {
    if (isAsked) void start();
  }, [isAsked, start]);
}
