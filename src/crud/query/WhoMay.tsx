import type { ReactNode } from 'react';
import type { Permission } from '#domain/matrix.ts';
import { rolesWith } from '#domain/rolesWith.ts';
import { useCan } from './useSession.ts';

/** For people without a right that the page is about: one quiet line that says which roles have it (decision 1563). `act`: "Payments are recorded by". `children`: what helps to reach them. */
export function WhoMay({ right, act, children }: { right: Permission; act: string; children?: ReactNode }) {
  const has = useCan(right);
  const roles = rolesWith([right]);
  if (has || roles.length === 0) return null;
  return (
    <>
      <p className="no-print max-w-md text-sm text-ink-faint">{`${act} ${roles.join(', ')}.`}</p>
      {children}
    </>
  );
}
