import { type KeyboardEvent, type ReactNode, type Ref, useLayoutEffect, useRef } from 'react';
import { classes } from '../classes.ts';

/** A box that scrolls sideways, also by keyboard. `relative` makes hidden texts in it scroll with it, so that they never widen the page. */
export function Sideways({
  label,
  onKeyDown,
  box,
  className,
  stuckEnd = false,
  restores,
  top,
  children,
}: {
  label: string;
  /** The name under which the router keeps how far the box was scrolled. */
  restores?: string;
  /** When this changes, the box begins at its top again. */
  top?: string;
  /** Whether a column stays at the right edge. */
  stuckEnd?: boolean;
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
  box?: Ref<HTMLElement>;
  className?: string;
  children: ReactNode;
}) {
  const inner = useRef<HTMLElement>(null);
  const seen = useRef(top);
  useLayoutEffect(() => {
    if (seen.current !== top) inner.current?.scrollTo({ top: 0 });
    seen.current = top;
  }, [top]);
  return (
    <div className={classes('sideways', stuckEnd && 'has-stuck-end')}>
      <section
        ref={box ?? inner}
        data-scroll-restoration-id={restores}
        className={classes('relative overflow-x-auto', className)}
        aria-label={label}
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        {children}
      </section>
    </div>
  );
}
