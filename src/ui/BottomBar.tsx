import type { ReactNode } from 'react';
import { useRootMark } from './hooks/useRootMark.ts';

/**
 * A bar at the foot of a screen with its totals and its final buttons. It is always visible; the page reserves space for it, and messages appear
 * above it.
 */
export function BottomBar({ children }: { children: ReactNode }) {
  useRootMark('barred');
  return (
    <div
      data-bottom-bar
      className="no-print sticky bottom-3 z-10 mt-auto flex flex-wrap items-center justify-end gap-3 rounded-card border bg-surface-raised p-3 pl-5 shadow-pop *:first:mr-auto max-sm:bottom-0 max-sm:-mx-4 max-sm:-mb-5 max-sm:rounded-none max-sm:border-x-0 max-sm:border-b-0 max-sm:px-4"
    >
      {children}
    </div>
  );
}
