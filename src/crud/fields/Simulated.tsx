import type { ReactNode } from 'react';
import { Notice } from '#ui/feedback/States.tsx';

/** Says that the service behind a number or message is simulated. Everybody who sees such a number or message must see it (K12). */
export function Simulated({ children }: { children: ReactNode }) {
  return (
    <Notice tone="wait" icon="alert">
      Simulated. {children}
    </Notice>
  );
}
