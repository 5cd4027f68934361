import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { whenIdle } from '#client/whenIdle.ts';
import type { Permission } from '#domain/permissions.ts';
import type { Address } from '../paths.ts';
import { useSession } from '../query/useSession.ts';

/**
 * Loads the files of the screens that a list leads to when the page is idle, so that a press opens them without waiting for a file. Only where the
 * worker has the files: on a first visit they would take the line from what is on the screen. `row`: the address that a row opens; `create`: that of
 * its form, for who has one of the permissions.
 */
export function useSoonOpened(
  row: Address | undefined,
  create: { to: Address; needs: readonly Permission[] } | null,
): void {
  const router = useRouter();
  const { profile } = useSession();
  const mayCreate = create?.needs.some((one) => profile?.permissions.includes(one)) === true;
  const known = [row, mayCreate ? create.to : undefined].filter((one) => one !== undefined).join(' ');
  useEffect(() => {
    if (known === '' || !navigator.serviceWorker?.controller) return;
    return whenIdle(() => {
      for (const to of known.split(' ')) void router.preloadRoute({ to }).catch(() => undefined);
    });
  }, [router, known]);
}
