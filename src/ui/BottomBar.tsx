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
      className="no-print sticky bottom-3 z-10 mt-auto flex flex-wrap items-center justify-end gap-3 rounded-card border bg-surface-raised p-3 pl-5 shadow-pop *:first:mr-auto"
    >
      {children}
    </div>
  );
}
