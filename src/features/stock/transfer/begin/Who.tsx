import { useEffect, useRef } from 'react';
import type { RefusedScan } from './useScanToOpen.ts';

/** The bar of a phone lies over the lower end of the window. */
const BAR = 80;

/** Who it is, or in its place why the last scan opened nothing, which ends in the same question. Both have the room of two lines, so nothing moves. */
export function Who({ words, refused }: { words: string; refused: RefusedScan | null }) {
  const place = useRef<HTMLDivElement>(null);
  // Under many cards it is out of the window, and the scan would have no answer.
  useEffect(() => {
    const box = refused && place.current?.getBoundingClientRect();
    if (box && (box.top < 0 || box.bottom > window.innerHeight - BAR))
      place.current?.scrollIntoView({ block: 'center' });
  }, [refused]);
  return (
    <div ref={place} className="flex min-h-10 min-w-0 flex-1 items-center leading-5">
      <p role="status" aria-label="Scan" className="text-sm font-medium text-wait">
        {refused?.words}
      </p>
      {!refused && <p className="text-ink-soft">{words}</p>}
    </div>
  );
}
