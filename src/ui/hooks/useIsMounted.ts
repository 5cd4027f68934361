/** Whether a component is still mounted when a response arrives (B12.6). */
import { useLayoutEffect, useRef } from 'react';

export interface Mounted {
  /** False after the component was unmounted: another screen or dialog may be in its place. */
  current: boolean;
  /** Resolves at the moment of the unmount, before anything else can open in its place. */
  gone: Promise<void>;
}

/** Returns an object with a stable identity; read its fields when the response arrives. */
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
