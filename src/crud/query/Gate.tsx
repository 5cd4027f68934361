import type { ReactNode } from 'react';
import type { Permission } from '#domain/permissions.ts';
import { useCan } from './useSession.ts';

/** Shows its children to people who hold one of the permissions (PERM-46). The server checks them again. */
export function Gate({ needs, children }: { needs: readonly Permission[]; children: ReactNode }) {
  return useCan(...needs) ? children : null;
}
