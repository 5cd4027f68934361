import type { ReactNode } from 'react';
import { classes } from './classes.ts';

/** A surface that groups related content. */
export function Card({ children, padded = true, label }: { children: ReactNode; padded?: boolean; label?: string }) {
  const look = classes(
    'min-w-0 rounded-card border bg-surface shadow-card',
    padded ? 'p-5' : '[&>.sideways:first-child>section]:rounded-t-card [&>.sideways:last-child>section]:rounded-b-card',
  );
  return label ? (
    <section aria-label={label} className={look}>
      {children}
    </section>
  ) : (
    <div className={look}>{children}</div>
  );
}
