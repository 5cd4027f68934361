import { useEffect, useRef } from 'react';
import type { RefusedScan } from './useScanToOpen.ts';

/** The height in px of the navigation bar that covers the lower end of a phone's window. */
const BAR = 80;

/**
 * The question for the party. After a scan that opened nothing it says why, and asks the same question. Two lines are reserved for either text, so
 * that nothing moves.
 */
export function Who({ words, refused }: { words: string; refused: RefusedScan | null }) {
  const place = useRef<HTMLDivElement>(null);
  // Under many cards the text is outside the window, so it is scrolled into view after such a scan.
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
