import type { ReactNode } from 'react';
import { useSession } from '#crud/useSession.ts';
import { Notice } from '#ui/States.tsx';

/** B9.1: the administrator is told that a service behind a screen is only simulated. */
export function Simulated({ children }: { children: ReactNode }) {
  const { profile } = useSession();
  if (profile?.role !== 'administrator.administrator') return null;
  return (
    <Notice tone="wait" icon="alert">
      Simulated. {children}
    </Notice>
  );
}
