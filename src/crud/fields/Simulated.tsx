import type { ReactNode } from 'react';
import { Notice } from '#ui/feedback/States.tsx';

/** K12: everyone who sees such a number or message is told that the service behind it is only simulated. */
export function Simulated({ children }: { children: ReactNode }) {
  return (
    <Notice tone="wait" icon="alert">
      Simulated. {children}
    </Notice>
  );
}
