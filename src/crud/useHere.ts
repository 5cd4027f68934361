/** Whether whoever asked is still there when the answer comes (B12.6). */
import { type RefObject, useEffect, useRef } from 'react';

/** False once it was closed or left: what stands in its place by then is another's, with what was typed there. */
export function useHere(): Readonly<RefObject<boolean>> {
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  return here;
}
