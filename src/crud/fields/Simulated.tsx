import type { ReactNode } from 'react';
import { Notice } from '#ui/feedback/States.tsx';

/** A notice that the service behind a number or message is only simulated; everyone who sees such a value sees it (K12). */
export function Simulated({ children }: { children: ReactNode }) {
  return (
    <Notice tone="wait" icon="alert">
      Simulated. {children}
    </Notice>
  );
}
