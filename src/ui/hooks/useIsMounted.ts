/** Whether whoever asked is still there when the answer comes (B12.6). */
import { useLayoutEffect, useRef } from 'react';

export interface Mounted {
  /** False once it was closed or left: what stands in its place by then is another's, with what was typed there. */
  current: boolean;
  /** Resolves in the moment it is closed or left, before anything else can be opened in its place. */
  gone: Promise<void>;
}

export function useIsMounted(): Readonly<Mounted> {
  const { current: here } = useRef<Mounted>({ current: true, gone: new Promise(() => undefined) });
  useLayoutEffect(() => {
    let leave: () => void = () => undefined;
    here.current = true;
    here.gone = new Promise((resolve) => {
      leave = resolve;
    });
    return () => {
      here.current = false;
      leave();
    };
  }, [here]);
  return here;
}
