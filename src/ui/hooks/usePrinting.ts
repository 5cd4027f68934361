import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** When the printing under way began (epoch seconds), null otherwise. The page is drawn at once: the browser takes it as it stands then. */
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
