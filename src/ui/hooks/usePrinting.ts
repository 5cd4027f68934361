import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/**
 * The time when printing began (epoch seconds), or null. The render is synchronous, because the browser prints the page as it is at that moment. A page that is
 * looked at as paper (the print medium of developer tools) counts as printed.
 */
export function usePrinting(): number | null {
  const [printing, setPrinting] = useState<number | null>(null);
  useEffect(() => {
    const paper = matchMedia('print');
    const begin = () => setPrinting((since) => since ?? Math.floor(Date.now() / 1_000));
    const beginNow = () => flushSync(begin);
    const end = () => setPrinting(null);
    const onMedium = () => (paper.matches ? beginNow() : end());
    if (paper.matches) begin();
    window.addEventListener('beforeprint', beginNow);
    window.addEventListener('afterprint', end);
    paper.addEventListener('change', onMedium);
    return () => {
      window.removeEventListener('beforeprint', beginNow);
      window.removeEventListener('afterprint', end);
      paper.removeEventListener('change', onMedium);
    };
  }, []);
  return printing;
}
