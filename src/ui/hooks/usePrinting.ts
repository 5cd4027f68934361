import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** The time when printing began (epoch seconds), or null. The render is synchronous, because the browser prints the page as it is at that moment. */
export function usePrinting(): number | null {
  const [printing, setPrinting] = useState<number | null>(null);
  useEffect(() => {
    const begin = () => flushSync(() => setPrinting(Math.floor(Date.now() / 1_000)));
    const end = () => setPrinting(null);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return printing;
}
