import type { ReactNode } from 'react';
import { useRootMark } from './hooks/useRootMark.ts';

/** What a screen comes to and the buttons that end it, at its foot and always in sight; the page keeps room for it, messages stand above it. */
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
